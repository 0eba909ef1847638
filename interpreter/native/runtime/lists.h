/* Lists: views of zones, tables and frames, and new ones in the arena, which lives as long as the step. */

static inline L known(const E *p, int n) {
  L l = {(E *)p, n, 0};
  return l;
}
static inline L listed(C *c, int n, const I *x) {
  L r = new_list(c, n);
  for (int i = 0; i < n; i++) r.p[i] = item_of(c, x[i]);
  r.n = n;
  return r;
}
static L joined(C *c, int n, const L *parts) {
  I all = 0;
  for (int i = 0; i < n; i++) all += parts[i].n;
  L r = new_list(c, all);
  for (int i = 0; i < n; i++) {
    if (parts[i].n) memcpy(r.p + r.n, parts[i].p, (size_t)parts[i].n * sizeof(E));
    r.n += parts[i].n;
  }
  return r;
}
static L extended(C *c, L a, I x) {
  L r = new_list(c, (I)a.n + 1);
  if (a.n) memcpy(r.p, a.p, (size_t)a.n * sizeof(E));
  r.p[a.n] = item_of(c, x);
  r.n = a.n + 1;
  return r;
}
static inline void put_all(C *c, L *l, L more) {
  for (int i = 0; i < more.n; i++) put(c, l, more.p[i]);
}
static inline I item(C *c, L l, I i) { return l.p[checked_end(c, i, l.n)]; }
static inline int has(L l, I x) {
  for (int i = 0; i < l.n; i++)
    if (l.p[i] == x) return 1;
  return 0;
}
static inline int index_of(C *c, L l, I x) {
  for (int i = 0; i < l.n; i++)
    if (l.p[i] == x) return i;
  fail(c);
}
static inline I occurrences(L l, I x) {
  I found = 0;
  for (int i = 0; i < l.n; i++) found += l.p[i] == x;
  return found;
}
static inline int same(L a, L b) { return a.n == b.n && (a.n == 0 || !memcmp(a.p, b.p, (size_t)a.n * sizeof(E))); }
static inline I first(L l) { return l.n ? l.p[0] : -1; }
static inline I entry(C *c, L l, I i) { return l.p[checked(c, i - 1, l.n)]; }
static inline I position_in(L l, I x) {
  for (int i = 0; i < l.n; i++)
    if (l.p[i] == x) return i + 1;
  return 0;
}
static L each_once(C *c, L a, int numbers) {
  L r = new_list(c, a.n);
  for (int i = 0; i < a.n; i++)
    if ((numbers || a.p[i] >= 0) && !has(r, a.p[i])) r.p[r.n++] = a.p[i];
  return r;
}
static L rotated(C *c, L l, I by) {
  if (!l.n) return EMPTY;
  int from = (int)(by % l.n);
  if (from < 0) from += l.n;
  L r = new_list(c, l.n);
  for (int i = 0; i < l.n; i++) r.p[i] = l.p[i < l.n - from ? i + from : i + from - l.n];
  r.n = l.n;
  return r;
}
static L reversed(C *c, L l) {
  L r = new_list(c, l.n);
  for (int i = 0; i < l.n; i++) r.p[i] = l.p[l.n - 1 - i];
  r.n = l.n;
  return r;
}
static L starting_with(C *c, I x, L l) { return rotated(c, l, index_of(c, l, x)); }
static inline I place_of(I x, L l) { return position_in(l, x); }
static inline I one_after(C *c, I x, L l) { return l.p[(index_of(c, l, x) + 1) % l.n]; }
static inline I one_before(C *c, I x, L l) { return l.p[(index_of(c, l, x) + l.n - 1) % l.n]; }
static L no_player_twice(C *c, L l) {
  for (int i = 0; i < l.n; i++) {
    if (l.p[i] < 0) fail(c);
    for (int j = 0; j < i; j++)
      if (l.p[j] == l.p[i]) fail(c);
  }
  return l;
}
/* The numbers from low to high by a step of at least 1. */
static L numbers(C *c, I low, I high, I step) {
  if (step < 1) fail(c);
  if (high < low) return EMPTY;
  I count = sub(c, high, low) / step + 1;
  L r = new_list(c, count);
  for (I i = 0; i < count; i++) r.p[i] = item_of(c, low + i * step);
  r.n = (int)count;
  return r;
}
static L counting(C *c, I low, I high) {
  if (sub(c, high, low) >= MOST_STEPS) fail(c);
  return numbers(c, low, high, 1);
}
static L stepping(C *c, I low, I high, I step) {
  if (step < 1 || floor_div(c, sub(c, high, low), step) >= MOST_NUMBERS) fail(c);
  return numbers(c, low, high, step);
}
static void own(C *c, L *l) {
  if (l->cap < l->n) *l = copied(c, *l);
}
static void drop(C *c, L *l, int from, int to) {
  own(c, l);
  if (l->n > to) memmove(l->p + from, l->p + to, (size_t)(l->n - to) * sizeof(E));
  l->n -= to - from;
}
static void take_out(C *c, L *l, I x) {
  int i = index_of(c, *l, x);
  drop(c, l, i, i + 1);
}
static void drop_through(C *c, L *l, I x) { drop(c, l, 0, index_of(c, *l, x) + 1); }
static void truncate_to(L *l, I n) {
  if (n < 0) n = max_of(0, n + l->n);
  if (n < l->n) l->n = (int)n;
}

/* ---------------------------------------------------------------- orders and places: keys of m numbers for each item */
static int compared(const I *a, const I *b, int m) {
  for (int i = 0; i < m; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
static I *keys(C *c, I n, int m) { return room_of(c, (size_t)n * (size_t)m * sizeof(I)); }
/* Sorts by keys, stable: the largest first, or the least. */
static L sorted_by(C *c, L l, const I *key, int m, int largest) {
  E *at = room(c, l.n), *to = room(c, l.n);
  for (int i = 0; i < l.n; i++) at[i] = i;
  for (int width = 1; width < l.n; width *= 2) {
    for (int low = 0; low < l.n; low += 2 * width) {
      int mid = low + width < l.n ? low + width : l.n, high = mid + width < l.n ? mid + width : l.n;
      int a = low, b = mid, k = low;
      while (a < mid && b < high) {
        int order = compared(key + (size_t)at[a] * (size_t)m, key + (size_t)at[b] * (size_t)m, m);
        to[k++] = (largest ? order < 0 : order > 0) ? at[b++] : at[a++];
      }
      while (a < mid) to[k++] = at[a++];
      while (b < high) to[k++] = at[b++];
    }
    E *other = at;
    at = to;
    to = other;
  }
  L r = new_list(c, l.n);
  for (int i = 0; i < l.n; i++) r.p[i] = l.p[at[i]];
  r.n = l.n;
  return r;
}
static L sorted_plain(C *c, L l) {
  I *key = keys(c, l.n, 1);
  for (int i = 0; i < l.n; i++) key[i] = l.p[i];
  return sorted_by(c, l, key, 1, 0);
}
/* Items with their keys, of which places are asked. */
typedef struct {
  int n, m;
  const I *keys;
  const E *items;
} Keyed;
enum { BETTER, WORSE, IN_ORDER };
static I place(Keyed of, I subject, int ties) {
  for (int i = 0; i < of.n; i++) {
    if (of.items[i] != subject) continue;
    I found = ties == WORSE ? 0 : 1;
    for (int j = 0; j < of.n; j++) {
      int order = compared(of.keys + (size_t)j * (size_t)of.m, of.keys + (size_t)i * (size_t)of.m, of.m);
      found += order > 0 || (order == 0 && (ties == WORSE || (ties == IN_ORDER && j < i)));
    }
    return found;
  }
  return 0;
}

/* ---------------------------------------------------------------- tables by key */
typedef struct {
  int n, m; /* so many entries, by so many keys */
  const I *keys, *values;
  const unsigned char *numeric; /* of which keys a missing number takes the largest below it */
} Table;

static I lookup(C *c, const Table *t, const I *key, int must, I otherwise) {
  for (int i = 0; i < t->n; i++)
    if (!compared(t->keys + i * t->m, key, t->m)) return t->values[i];
  if (must) fail(c);
  return otherwise;
}
static I stepped(C *c, const Table *t, const I *key, int must, I otherwise) {
  E *left = room(c, t->n);
  int n = t->n;
  for (int i = 0; i < n; i++) left[i] = i;
  for (int level = 0; level < t->m; level++) {
    I found = 0;
    int any = 0, kept = 0;
    for (int i = 0; i < n; i++) {
      I x = t->keys[left[i] * t->m + level];
      if (x != key[level] && !(t->numeric[level] && x < key[level])) continue;
      if (!any || x > found) found = x;
      any = 1;
    }
    if (!any) {
      if (must) fail(c);
      return otherwise;
    }
    for (int i = 0; i < n; i++)
      if (t->keys[left[i] * t->m + level] == found) left[kept++] = left[i];
    n = kept;
  }
  if (n < 1) fail(c);
  return t->values[left[0]];
}

/* ---------------------------------------------------------------- what is remembered while nothing changes */
static inline I new_memo(C *c) { return (I)++c->gen; }
static uint64_t spread(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}
/* A place for each key; what comes later takes it over, for to forget is no mistake. */
static Remembered *remembered(C *c, I memo, int n, const I *key) {
  uint64_t hash = (uint64_t)memo;
  for (int i = 0; i < n; i++) hash = spread(hash + (uint64_t)key[i]);
  return &c->memo[hash % MEMO];
}
static int recalled(C *c, I memo, int n, const I *key, I *value) {
  const Remembered *r = remembered(c, memo, n, key);
  if (r->gen != (uint64_t)memo || r->n != n || memcmp(r->key, key, (size_t)n * sizeof(I))) return 0;
  *value = r->value;
  return 1;
}
static I remember(C *c, I memo, int n, const I *key, I value) {
  Remembered *r = remembered(c, memo, n, key);
  r->gen = (uint64_t)memo;
  r->n = n;
  memcpy(r->key, key, (size_t)n * sizeof(I));
  r->value = value;
  return value;
}

/* ---------------------------------------------------------------- what is asked further when something comes to its end */
struct Later {
  int (*fn)(C *, int declined, const Val *);
  Val args[];
};
static const Later *later(C *c, int (*fn)(C *, int, const Val *), int n, const Val *args) {
  Later *t = room_of(c, sizeof(Later) + (size_t)n * sizeof(Val));
  t->fn = fn;
  if (n) memcpy(t->args, args, (size_t)n * sizeof(Val));
  return t;
}
static inline int call_later(C *c, const Later *then, int declined) { return then->fn(c, declined, then->args); }

/* ---------------------------------------------------------------- sums by slot */
typedef struct Sum {
  I slot, total;
  struct Sum *next;
} Sum;
typedef struct {
  Sum *head, **tail;
} Sums;

static Sums *new_sums(C *c) {
  Sums *sums = room_of(c, sizeof(Sums));
  sums->head = 0;
  sums->tail = &sums->head;
  return sums;
}
static void add_to(C *c, Sums *sums, I slot, I number) {
  checked(c, slot, NV);
  for (Sum *one = sums->head; one; one = one->next) {
    if (one->slot != slot) continue;
    one->total = add(c, one->total, number);
    return;
  }
  Sum *one = room_of(c, sizeof(Sum));
  *one = (Sum){slot, number, 0};
  *sums->tail = one;
  sums->tail = &one->next;
}
/* Below what a counter never is; INT64_MIN where there is no such number. */
static I least_of(I slot) {
  for (int i = 0; i < N_LEAST; i++)
    if (least_slots[i] == slot) return least_values[i];
  return 0;
}
static int can_pay(C *c, const Sums *sums) {
  for (const Sum *one = sums->head; one; one = one->next) {
    I least = least_of(one->slot);
    if (least != INT64_MIN && one->total > max_of(0, sub(c, c->s->v[one->slot], least))) return 0;
  }
  return 1;
}
static void give_back(C *c, const Sums *sums) {
  for (const Sum *one = sums->head; one; one = one->next) c->s->v[one->slot] = add(c, c->s->v[one->slot], one->total);
}
static void take(C *c, const Sums *sums) {
  for (const Sum *one = sums->head; one; one = one->next) c->s->v[one->slot] = sub(c, c->s->v[one->slot], one->total);
}
static void gain_sums(C *c, const Sums *sums) { give_back(c, sums); }
static void pay_sums(C *c, const Sums *sums) {
  if (!can_pay(c, sums)) fail(c);
  take(c, sums);
}
static void lose_sums(C *c, const Sums *sums) {
  for (const Sum *one = sums->head; one; one = one->next) {
    I least = least_of(one->slot), *there = &c->s->v[one->slot];
    *there = sub(c, *there, least == INT64_MIN ? one->total : taken(sub(c, *there, least), one->total));
  }
}
