/**
 * What an API token may call. An endpoint that is not in this table refuses every token, so a new endpoint is closed
 * until somebody opens it here on purpose.
 */
export const apiScopes = [
  'people.read',
  'people.write',
  'progress.read',
  'results.read',
  'certificates.read',
  'payments.read',
] as const
export type ApiScope = (typeof apiScopes)[number]

export const endpointsOfScope: Readonly<Record<ApiScope, readonly string[]>> = {
  'people.read': ['students.list'],
  'people.write': ['students.invite', 'students.enrol', 'students.unenrol'],
  'progress.read': ['students.courses', 'students.get'],
  'results.read': ['assessmentAdmin.totals', 'assessmentAdmin.results'],
  'certificates.read': ['certificates.issued', 'certificates.numbers'],
  'payments.read': ['money.payments', 'money.revenue', 'money.dueRefunds'],
}

/** For people who read the API document. */
export const scopeTexts: Readonly<Record<ApiScope, string>> = {
  'people.read': 'List people with their addresses, groups and number of courses',
  'people.write': 'Invite people, enrol them in courses and end their enrolments',
  'progress.read': 'Read courses, and the progress, study time and attempts of a person',
  'results.read': 'Read the results of assessments',
  'certificates.read': 'Read issued certificates',
  'payments.read': 'Read payments, refunds and revenue',
}

const SCOPE_OF: ReadonlyMap<string, ApiScope> = new Map(
  apiScopes.flatMap((scope) => endpointsOfScope[scope].map((name) => [name, scope] as const)),
)

/** The scope that a token needs to call the endpoint; null where no token is accepted. */
export const scopeOfEndpoint = (name: string): ApiScope | null => SCOPE_OF.get(name) ?? null

/** Every token begins so: a signed-in person's access token never does, and a leak is easy to search for. */
export const API_TOKEN_PREFIX = 'lpt_'
