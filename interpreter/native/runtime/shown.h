/* Who may look into zones, and what was shown to whom, as interpreter/state/eyes.py has it. Viewers are bits: a seat each,
and the highest for whoever only watches. */

enum { SHOWS_NOTHING, SHOWS_TOP, SHOWS_ALL };
enum { TO_OWNER, TO_OTHERS };
#define BY_OWNER (-1)
#define SEATS ((INT64_C(1) << NP) - 1)
#define EVERYBODY ((INT64_C(2) << NP) - 1)
/* Where in `v` it stands whom the first component was shown to; rules that show nothing have no room for it. */
#define KNOWN_AT (KNOWN < 0 ? 0 : KNOWN)

static I looking_into(C *c, I zone) {
  if (looking[checked(c, zone, NZ)] != BY_OWNER) return looking[zone];
  I owner = c->s->v[OWNER0 + checked(c, holder_of_zone[zone], NC)];
  if (owner < 0) return visible_to[zone] == TO_OWNER ? 0 : SEATS;
  I own = INT64_C(1) << checked(c, owner, NP);
  return visible_to[zone] == TO_OWNER ? own : SEATS & ~own;
}
static inline int looks_into(C *c, I zone, I viewer) { return (int)(looking_into(c, zone) >> viewer & 1); }

static inline I shown_to(C *c, I component) { return KNOWN < 0 ? 0 : c->s->v[KNOWN_AT + component]; }
static I end_seen(C *c, I zone) {
  return zone >= 0 && shows[checked(c, zone, NZ)] == SHOWS_ALL ? looking_into(c, zone) : 0;
}
/* A component is about to move: what it is was forgotten, and which of the others in an unordered zone is which. */
static void forget_moving(C *c, I component, I zone) {
  if (KNOWN < 0 || component < 0) return;
  I *v = c->s->v;
  I before = v[AT0 + checked(c, component, NC)];
  v[KNOWN_AT + component] = 0;
  if (before < 0 || !unordered[checked(c, before, NZ)]) return;
  I seeing = end_seen(c, before) | end_seen(c, zone);
  const E *p = c->s->zd + zone_at[before];
  for (int i = 0; i < c->s->zn[before]; i++) v[KNOWN_AT + checked(c, p[i], NC)] &= seeing;
}
static void forget_all(C *c, L l) {
  for (int i = 0; KNOWN >= 0 && i < l.n; i++) c->s->v[KNOWN_AT + checked(c, l.p[i], NC)] = 0;
}
/* Lets players see components where they lie; what all players see, everybody sees. */
static void show(C *c, L l, L players) {
  I bits = 0;
  if (l.n > 1) burn(c, WHOLE * (l.n - 1));
  for (int i = 0; i < players.n; i++)
    if (players.p[i] >= 0) bits |= INT64_C(1) << checked(c, players.p[i], NP);
  if (bits == SEATS) bits = EVERYBODY;
  for (int i = 0; KNOWN >= 0 && bits && i < l.n; i++)
    if (l.p[i] >= 0) c->s->v[KNOWN_AT + checked(c, l.p[i], NC)] |= bits;
}
