/* What all of the runtime stands on: numbers, lists, the state, and the one way out when something is wrong.

Behind the sizes and tables of a game this is compiled with the functions that its rules have become. Three things hold
everywhere: memory is read and written by indices that have been looked at, or that are known while printing; whatever
does not fit into the room that was planned ends the step, as a fault does; and nothing is kept outside of a state and
of a context, so that threads do not meet. Who called then has the Python machine do the step, which has more room and
all the words. */
#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t I; /* a number, a flag, a player, a component; -1 is none */
typedef int32_t E; /* an item of a list: larger numbers do not fit, and end the step */

/* A list: where it begins, its length, and how many items there is room for; 0 for one that must not be changed. */
typedef struct {
  E *p;
  int n, cap;
} L;

typedef struct Later Later;
typedef union {
  I i;
  L l;
  const Later *t;
} Val;

/* A frame: the block that it goes on with, and its variables from slot 1 on. Of a list a slot holds where it lies in the
heap of the state, and its length. */
typedef struct {
  int32_t block, n;
  unsigned char is_list[NSLOT + 1];
  I s[NSLOT + 1];
} Fr;

/* A state: what is copied whole comes first, then what is copied as far as it is used. */
typedef struct {
  I v[NV];
  int32_t k[NK];
  int32_t zn[NZ];
  E zd[NZD];
  int32_t nf, no, hn, p;
  int32_t failed, decided;
  Fr f[NFR];
  E o[NO];
  E heap[NHEAP];
} S;

typedef struct {
  uint64_t gen;
  int n;
  I key[MEMO_KEY];
  I value;
} Remembered;

/* What a step needs besides its state; each thread has its own. */
typedef struct {
  S *s;
  I a, fuel;
  uint64_t gen;
  char *floor;
  int top, nu;
  int32_t *uses; /* by card and seat, how often it was used; NULL where nobody counts */
  Dice dice;
  jmp_buf out;
  Fr u[NFR];
  E spare[NHEAP];
  E arena[ARENA];
  Remembered memo[MEMO];
} C;

enum { FAULT = 1, FINISH };
enum { SEED, DRAWN, ROUND, PHASE, STAGE, OPENINGS };
enum { SETTING_UP, PLAYING, ENDING, OVER };
enum { MAIN, WINDOW, WINDOW_ASKS, SENDING, SWAPPING, FIRST_OWN = 8 };

#define LARGEST INT64_C(1000000000000000)
#define MOST_STEPS 10000000
#define DONE (-1000000001)
#define EXTRA (-1000000002)
/* What a unit gives back beside 0 (a decision waits) and 1 (go on with the uppermost frame). */
#define THROUGH 2
#define NO_CHANGE INT64_MIN
#define STACK_ROOM (192 * 1024)

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NEVER __attribute__((noreturn, noinline, cold))

static const L EMPTY = {0, 0, 0};

NEVER static void fail(C *c) { longjmp(c->out, FAULT); }
NEVER static void finish(C *c) { longjmp(c->out, FINISH); }

/* Rules may lead to one another as deep as they like; the stack of a thread has an end. */
static inline void here(C *c) {
  if (UNLIKELY((char *)__builtin_frame_address(0) < c->floor)) fail(c);
}

static inline void burn(C *c, I steps) {
  c->fuel -= steps;
  if (UNLIKELY(c->fuel < 0)) fail(c);
}

/* ---------------------------------------------------------------- indices */
static inline I checked(C *c, I i, I n) {
  if (UNLIKELY((uint64_t)i >= (uint64_t)n)) fail(c);
  return i;
}
/* An index from the end, too, as Python has it: tables end with the entry for none. */
static inline I checked_end(C *c, I i, I n) { return checked(c, i < 0 ? i + n : i, n); }

/* ---------------------------------------------------------------- numbers */
static inline I add(C *c, I a, I b) {
  I r;
  if (UNLIKELY(__builtin_add_overflow(a, b, &r))) fail(c);
  return r;
}
static inline I sub(C *c, I a, I b) {
  I r;
  if (UNLIKELY(__builtin_sub_overflow(a, b, &r))) fail(c);
  return r;
}
static inline I mul(C *c, I a, I b) {
  I r;
  if (UNLIKELY(__builtin_mul_overflow(a, b, &r))) fail(c);
  return r;
}
static inline I neg(C *c, I a) { return sub(c, 0, a); }
static inline I floor_div(C *c, I a, I b) {
  if (UNLIKELY(b == 0 || (b == -1 && a == INT64_MIN))) fail(c);
  I q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
static inline I floor_mod(C *c, I a, I b) {
  if (b == -1) return 0;
  if (UNLIKELY(b == 0)) fail(c);
  I r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
static inline I max_of(I a, I b) { return b > a ? b : a; }
static inline I min_of(I a, I b) { return b < a ? b : a; }
static inline I product(C *c, I a, I b) {
  I r = mul(c, a, b);
  if (UNLIKELY(r > LARGEST || r < -LARGEST)) fail(c);
  return r;
}
static inline I not_below_0(C *c, I number) {
  if (UNLIKELY(number < 0)) fail(c);
  return number;
}
static inline I times(C *c, I number, I size) {
  if (UNLIKELY(size < 1)) fail(c);
  return max_of(0, floor_div(c, number, size));
}
static inline I taken(I available, I wanted) { return wanted < available ? wanted : max_of(0, available); }
static inline I at_least(C *c, I value, I least) {
  if (UNLIKELY(value < least)) fail(c);
  return value;
}
static inline I something(C *c, I component) { return not_below_0(c, component); }
static inline I somebody(C *c, I player) { return not_below_0(c, player); }

/* ---------------------------------------------------------------- room for lists, until the step ends */
static inline E *room(C *c, I n) {
  if (UNLIKELY((uint64_t)n > (uint64_t)(ARENA - c->top))) fail(c);
  E *p = c->arena + c->top;
  c->top += (int)n;
  return p;
}
static inline void *room_of(C *c, size_t size) {
  c->top = (c->top + 3) & ~3;
  if (UNLIKELY(c->top > ARENA)) fail(c);
  return room(c, (I)((size + 15) / 16 * 4));
}
static inline L new_list(C *c, I n) {
  L l = {room(c, n), 0, (int)n};
  return l;
}
static inline E item_of(C *c, I x) {
  if (UNLIKELY(x != (E)x)) fail(c);
  return (E)x;
}
static inline void put(C *c, L *l, I x) {
  if (UNLIKELY(l->n >= l->cap)) {
    int cap = 2 * l->n + 16;
    E *p = room(c, cap);
    if (l->n) memcpy(p, l->p, (size_t)l->n * sizeof(E));
    l->p = p;
    l->cap = cap;
  }
  l->p[l->n++] = item_of(c, x);
}
static L copied(C *c, L a) {
  L r = {room(c, a.n), a.n, a.n};
  if (a.n) memcpy(r.p, a.p, (size_t)a.n * sizeof(E));
  return r;
}
