/** Which texts travel together: the build makes one file for each area and language. */
const AREAS: readonly (readonly [area: string, namespaces: RegExp])[] = [
  ['app', /^app$/],
  ['auth', /^auth$/],
  ['community', /^community$/],
  ['staff', /^(assessments\/admin|course-builder|dashboard|grading|question-bank|security|shared)(\/|$)/],
  ['assessments', /^assessments(\/|$)/],
  ['player', /^courses\/learning(\/|$)/],
  ['device', /^(offline|pwa|search|moments|auth\/two-step|courses\/done)$/],
  ['courses', /^courses(\/|$)/],
  ['jobs', /^jobs(\/|$)/],
]

/** Everything else is about the person: streak, notifications, profile. */
export const areaOf = (namespace: string): string =>
  AREAS.find(([, namespaces]) => namespaces.test(namespace))?.[0] ?? 'account'
