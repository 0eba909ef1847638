/* Chance by names, as interpreter/state/chance.py and rng.py have it: the same numbers, to the bit. */

#define STEP UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t drawn(uint64_t seed, uint64_t stream, uint64_t count) {
  return spread(seed + stream + count * STEP);
}
static uint64_t asked(C *c, I stream, I among) {
  checked(c, stream, N_STREAMS);
  S *s = c->s;
  I count = ++s->v[FIRST_STREAM + stream];
  if (among > 1) s->v[DRAWN]++;
  return drawn((uint64_t)s->v[SEED], streams[stream], (uint64_t)count);
}
static I below(C *c, uint64_t x, I n) {
  if (n < 1) fail(c);
  uint64_t over = (UINT64_MAX % (uint64_t)n + 1) % (uint64_t)n; /* how many numbers the last run of n has */
  while (over && x >= 0 - over) x = spread(x + STEP);
  return (I)(x % (uint64_t)n);
}
typedef struct {
  uint64_t mark;
  E item;
} Marked;
static int marked_before(const Marked *a, const Marked *b) {
  return a->mark < b->mark || (a->mark == b->mark && a->item < b->item);
}
static void sort_marked(Marked *x, Marked *spare, int n) {
  if (n < 12) {
    for (int i = 1; i < n; i++) {
      Marked one = x[i];
      int j = i;
      for (; j > 0 && marked_before(&one, &x[j - 1]); j--) x[j] = x[j - 1];
      x[j] = one;
    }
    return;
  }
  int half = n / 2, a = 0, b = half, k = 0;
  sort_marked(x, spare, half);
  sort_marked(x + half, spare, n - half);
  memcpy(spare, x, (size_t)half * sizeof(Marked));
  while (a < half && b < n) x[k++] = marked_before(&x[b], &spare[a]) ? x[b++] : spare[a++];
  while (a < half) x[k++] = spare[a++];
}
/* Brings what lies in a zone, or is to come there, into the next order, in place; zone 0 holds seats. */
static void shuffle(C *c, I zone, L items) {
  uint64_t number = asked(c, stream_of_zone[checked(c, zone, NZ)], items.n);
  if (items.n < 2) return;
  int top = c->top;
  Marked *x = room_of(c, (size_t)items.n * sizeof(Marked)), *spare = room_of(c, (size_t)items.n * sizeof(Marked));
  const uint64_t *names = zone ? name_of_component : name_of_seat;
  I most = zone ? NC : NP;
  for (int i = 0; i < items.n; i++)
    x[i] = (Marked){spread(number + names[checked(c, items.p[i], most)]), items.p[i]};
  sort_marked(x, spare, items.n);
  for (int i = 0; i < items.n; i++) items.p[i] = x[i].item;
  c->top = top;
}
static I random_number(C *c, I place, I low, I high) {
  if (high < low || sub(c, high, low) >= LARGEST) fail(c);
  return low + below(c, asked(c, place, high - low + 1), high - low + 1);
}
/* An item of a list: the one whose name is drawn lowest; what a list holds several times has a name each time. */
static I random_of(C *c, I place, L l) {
  uint64_t number = asked(c, place, l.n), least = 0;
  if (l.n < 2) return first(l);
  const Names *names = &names_of_items[place];
  int repeats = 0, found = 0;
  for (int i = 1; i < l.n && !repeats; i++)
    for (int j = 0; j < i && !repeats; j++) repeats = l.p[i] == l.p[j];
  for (int i = 0; i < l.n; i++) {
    uint64_t name = names->n ? names->p[checked_end(c, l.p[i], names->n)] : spread((uint64_t)(I)l.p[i]);
    if (repeats) {
      uint64_t met = 0;
      for (int j = 0; j < i; j++) met += l.p[j] == l.p[i];
      name = drawn(0, name, met);
    }
    uint64_t mark = spread(number + name);
    if (i == 0 || mark < least) {
      least = mark;
      found = i;
    }
  }
  return l.p[found];
}
