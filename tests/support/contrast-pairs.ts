import { contrast } from '#contract/client-info/colour.ts'
import type { ThemeRoles } from '#contract/client-info/theme-roles.ts'

const FLAT = ['surface', 'surface-raised', 'surface-sunken']
const SOFT = ['primary-soft', 'success-soft', 'warning-soft', 'error-soft', 'info-soft']
const EDGES = ['flame', 'gold', 'silver', 'bronze'].map((name) => `decor-${name}-edge`)
const pairs = (front: readonly string[], back: readonly string[], ratio: number) =>
  front.flatMap((text) => back.map((background) => [text, background, ratio] as const))

/** Which role is used on which background, with the contrast of WCAG 2.2 AA. Independent of the tested code. */
const REQUIREMENTS = [
  ...pairs(['ink', 'ink-muted', 'primary-text'], [...FLAT, ...SOFT], 4.5),
  ...pairs(['success-text', 'warning-text', 'error-text', 'info-text'], [...FLAT, ...SOFT], 4.5),
  ...pairs(['on-primary'], ['primary', 'primary-hover'], 4.5),
  ...pairs(['on-cta'], ['cta', 'cta-hover'], 4.5),
  ...pairs(['on-error'], ['error', 'error-hover'], 4.5),
  ...pairs(['nav-ink', 'nav-muted'], ['nav'], 4.5),
  ...pairs(['nav-selected-ink'], ['nav-selected'], 4.5),
  ...pairs(
    ['primary', 'primary-hover', 'cta', 'error', 'success', 'warning', 'info', 'line-strong'],
    FLAT,
    3,
  ),
  ...pairs(['focus'], [...FLAT, ...SOFT], 3),
  ...pairs(['nav-mark'], ['nav-selected'], 3),
  ...pairs(EDGES, FLAT, 3),
  ...pairs(['decor-gold-ink'], ['decor-gold'], 3),
]

/** Each pair of roles that misses its contrast, in words. */
export const contrastFailures = (roles: ThemeRoles) =>
  REQUIREMENTS.filter(([front, back, ratio]) => contrast(roles[front] ?? '', roles[back] ?? '') < ratio).map(
    ([front, back, ratio]) => `${front} ${roles[front]} on ${back} ${roles[back]} < ${ratio}`,
  )
