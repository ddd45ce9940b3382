/** Which texts travel together: the build makes one file for each area and language. */
const AREAS: readonly (readonly [area: string, namespaces: RegExp])[] = [
  ['app', /^app$/],
  ['auth', /^auth$/],
  ['community', /^community$/],
  ['recruiting', /^recruiting(\/|$)/],
  ['jobs', /^jobs?(-applications|\/|$)/],
  ['authoring', /^course-builder(\/|$)/],
  // Public pages.
  ['workshops', /^(workshops|legal)$/],
  // Areas of staff.
  ['money', /^money(?!\/invite)(\/|$)/],
  ['settings', /^(api-access|emails|platform|security|settings)(\/|$)/],
  ['exams', /^(assessments\/admin|question-bank|shared\/question-files)(\/|$)/],
  [
    'staff',
    /^(attendance\/admin|certificates\/admin|dashboard|grading|live-admin|students|support|shared\/course-picker|workshops\/admin)(\/|$)/,
  ],
  ['attendance', /^attendance$/],
  // Pages that a learner opens seldom share a file.
  ['certificates', /^(certificates|join|programmes|money\/invite|shared\/coupon)(\/|$)/],
  ['assessments', /^assessments(\/|$)/],
  ['player', /^courses\/learning(\/|$)/],
  ['device', /^(offline|pwa|search|moments|profile|auth\/two-step)$/],
  // Beside the badges on the page of a finished course.
  ['account', /^courses\/done$/],
  ['live', /^(live|webinars)$/],
  ['courses', /^courses(\/|$)/],
]

/** Everything else is about the person: streak and notifications. */
export const areaOf = (namespace: string): string =>
  AREAS.find(([, namespaces]) => namespaces.test(namespace))?.[0] ?? 'account'
