/**
 * The expected status of every endpoint × principal × kind of id (B1). Written by hand on purpose and not derived
 * from the endpoints' access levels, because it verifies those levels. An endpoint missing here fails the test.
 */
import { randomUUID } from 'node:crypto'
import { assessmentSettings, bankQuestion } from '#tests/support/content/assessments.ts'
import { aJob } from '#tests/support/content/jobs.ts'
import { ABSENT, CRITERION, HOLDER, type Principal } from './world.ts'

/** Status for [own, another person's, another client's, absent, malformed] id, as seen by student A1. */
export type Statuses = readonly [number, number, number, number, number]

export interface Row {
  /** The resource of the five ids. `client` is the client in the path itself: own = others = A, foreign = B. */
  of:
    | 'client'
    | 'course'
    | 'topic'
    | 'article'
    | 'video'
    | 'quiz'
    | 'problem'
    | 'submission'
    | 'attempt'
    | 'session'
    | 'classSession'
    | 'markDispute'
    | 'thread'
    | 'comment'
    | 'report'
    | 'review'
    | 'purchase'
    | 'instructor'
    | 'question'
    | 'assessment'
    | 'exam'
    | 'examAttempt'
    | 'liveSession'
    | 'webinar'
    | 'job'
    | 'workshop'
    | 'workshopCode'
    | 'application'
    | 'certificate'
  body?: () => unknown
  expect: Readonly<Record<Principal, Statuses>>
}

/** Callers from outside get 401 for every id except a malformed one. */
const UNAUTHENTICATED: Statuses = [401, 401, 401, 401, 404]
const outsiders = {
  anonymous: UNAUTHENTICATED,
  expired: UNAUTHENTICATED,
  studentB: UNAUTHENTICATED,
  adminB: UNAUTHENTICATED,
  disabled: UNAUTHENTICATED,
  ofInactiveClient: UNAUTHENTICATED,
} as const

/** Endpoints without another id than the client: `ok` for members in their own client. */
const forMembers = (ok: number): Row['expect'] => {
  const insider: Statuses = [ok, ok, 401, 404, 404]
  const memberOfB: Statuses = [401, 401, ok, 404, 404]
  const outsider: Statuses = [401, 401, 401, 404, 404]
  return {
    anonymous: outsider,
    expired: outsider,
    studentA1: insider,
    studentA2: insider,
    instructorA: insider,
    assignedInstructorA: insider,
    otherInstructorA: insider,
    adminA: insider,
    superadminA: insider,
    studentB: memberOfB,
    adminB: memberOfB,
    disabled: outsider,
    ofInactiveClient: outsider,
  }
}

const certificateRule = {
  is_active: true,
  completion: true,
  min_score: null,
  score_assessment_id: null,
  min_minutes: null,
  min_attendance: null,
  payment: false,
  valid_months: null,
  template_id: null,
}
const certificateLook = {
  name: 'Certificate of the matrix',
  is_default: false,
  design: 'classic',
  orientation: 'landscape',
  show_seal: true,
  show_criteria: true,
  signatures: [],
}

const aView = {
  name: 'Absent',
  is_shared: false,
  settings: {
    search: '',
    course: null,
    group: null,
    state: null,
    role: 'student',
    sort: 'name',
    columns: [],
  },
}

const aCampaign = {
  version: 1,
  name: 'Absent',
  purpose: 'course',
  content: { subject: {}, preview_text: {}, blocks: [] },
  audience: {
    kind: 'people',
    people: { role: 'student', course: null, group: null, state: null },
    addresses: [],
  },
}

const noRollout = { slug: 'course', action: 'on', target: { kind: 'clients', ids: [ABSENT] } }
const aNewClient = {
  name: 'Absent',
  slug: 'absent',
  host: null,
  languages: ['en'],
  time_zone: 'Nowhere/Else',
  currency: 'USD',
  features: [],
  admin: { name: 'Absent', email: 'absent@example.test', language: 'en' },
  limits: { people: null, storage_bytes: null, mails: null },
}

/** Staff only: students are authenticated but not allowed. */
const forStaff = (ok: number): Row['expect'] => ({
  ...forMembers(ok),
  studentA1: [403, 403, 401, 404, 404],
  studentA2: [403, 403, 401, 404, 404],
  studentB: [401, 401, 403, 404, 404],
})

/** Admins only. */
const forAdmins = (ok: number): Row['expect'] => {
  const refused: Statuses = [403, 403, 401, 404, 404]
  return {
    ...forStaff(ok),
    instructorA: refused,
    assignedInstructorA: refused,
    otherInstructorA: refused,
  }
}

/** Superadmins only, also of what is about other clients. */
const forSuperadmins = (ok: number): Row['expect'] => ({
  ...forAdmins(ok),
  adminA: [403, 403, 401, 404, 404],
  adminB: [401, 401, 403, 404, 404],
})

/** Public: the same for everybody in every active client. */
const forAll = (ok: number): Row['expect'] => {
  const same: Statuses = [ok, ok, ok, 404, 404]
  return {
    anonymous: same,
    expired: same,
    studentA1: same,
    studentA2: same,
    instructorA: same,
    assignedInstructorA: same,
    otherInstructorA: same,
    adminA: same,
    superadminA: same,
    studentB: same,
    adminB: same,
    disabled: same,
    ofInactiveClient: same,
  }
}

const inside = (
  statuses: Record<'studentA1' | 'studentA2' | 'instructorA' | 'adminA' | 'superadminA', Statuses>,
): Row['expect'] => ({
  ...outsiders,
  assignedInstructorA: statuses.instructorA,
  otherInstructorA: statuses.instructorA,
  ...statuses,
})

const everyInsider = (statuses: Statuses): Row['expect'] =>
  inside({
    studentA1: statuses,
    studentA2: statuses,
    instructorA: statuses,
    adminA: statuses,
    superadminA: statuses,
  })

/** Learning writes require the caller's own enrolment, whatever the role; staff may read. */
const LEARNS_OWN: Statuses = [200, 403, 404, 404, 404]
const LEARNS_OTHER: Statuses = [403, 200, 404, 404, 404]
const NOT_ENROLLED: Statuses = [403, 403, 404, 404, 404]
const SEES_ALL: Statuses = [200, 200, 404, 404, 404]
const learners = (ok: number): Row['expect'] => {
  const withOk = (statuses: Statuses) =>
    statuses.map((status) => (status === 200 ? ok : status)) as unknown as Statuses
  return inside({
    studentA1: withOk(LEARNS_OWN),
    studentA2: withOk(LEARNS_OTHER),
    instructorA: NOT_ENROLLED,
    adminA: NOT_ENROLLED,
    superadminA: NOT_ENROLLED,
  })
}

/** Reading a lesson: the caller's own enrolment, or staff. */
const readers = (ok: number): Row['expect'] => {
  const staff: Statuses = [ok, ok, 404, 404, 404]
  return {
    ...learners(ok),
    instructorA: staff,
    assignedInstructorA: staff,
    otherInstructorA: staff,
    adminA: staff,
    superadminA: staff,
  }
}

/** Posts: their author and moderators. The first is A1's, the second A2's. */
const authored: Row['expect'] = {
  ...everyInsider(SEES_ALL),
  studentA1: [200, 403, 404, 404, 404],
  studentA2: [403, 200, 404, 404, 404],
}
/** Each is deleted by its author before staff try. */
const deletedByAuthors: Row['expect'] = {
  ...everyInsider([404, 404, 404, 404, 404]),
  studentA1: [204, 403, 404, 404, 404],
  studentA2: [404, 204, 404, 404, 404],
}
const STAFF_ONLY: Statuses = [403, 403, 403, 403, 404]
/** Found, but in the wrong state. */
const CONFLICT: Statuses = [409, 409, 404, 404, 404]
/** Staff of the client; the instructor teaches all courses of this world and owns its assessments. */
const staffOnly = (statuses: Statuses): Row['expect'] => ({
  ...everyInsider(statuses),
  studentA1: STAFF_ONLY,
  studentA2: STAFF_ONLY,
})
const NOT_FOUND: Statuses = [404, 404, 404, 404, 404]
/** A1's own, then A2's own; nobody else's. */
const ownOnly = (ok: number): Row['expect'] => ({
  ...everyInsider(NOT_FOUND),
  studentA1: [ok, 404, 404, 404, 404],
  studentA2: [404, ok, 404, 404, 404],
})
/** Admins of the client. */
const adminsOnly = (statuses: Statuses): Row['expect'] => ({
  ...staffOnly(statuses),
  instructorA: STAFF_ONLY,
  assignedInstructorA: STAFF_ONLY,
  otherInstructorA: STAFF_ONLY,
})
const othersGet = (statuses: Statuses) => ({ assignedInstructorA: statuses, otherInstructorA: statuses })
/** Instructors who do not teach the course are refused; what they would grade does not exist for them. */
const teachersOnly = (statuses: Statuses): Row['expect'] => ({
  ...staffOnly(statuses),
  ...othersGet([403, 403, 404, 404, 404]),
})
const gradersOnly = (statuses: Statuses): Row['expect'] => ({
  ...staffOnly(statuses),
  ...othersGet(NOT_FOUND),
})
/** Staff of an assessment: its owner, the assigned instructor and admins; it does not exist for another one. */
const assessmentStaffOnly = (statuses: Statuses): Row['expect'] => ({
  ...staffOnly(statuses),
  otherInstructorA: NOT_FOUND,
})
/** Its owner and admins. */
const inChargeOnly = (statuses: Statuses): Row['expect'] => ({
  ...assessmentStaffOnly(statuses),
  assignedInstructorA: [403, 403, 404, 404, 404],
})
/** Readable without sign-in, also by people of other clients. */
const everybodySees: Row['expect'] = {
  ...everyInsider(SEES_ALL),
  anonymous: SEES_ALL,
  expired: SEES_ALL,
  studentB: SEES_ALL,
  adminB: SEES_ALL,
  disabled: SEES_ALL,
  ofInactiveClient: SEES_ALL,
}
/** Sessions of a course: who teaches it and admins; they do not exist for other instructors. */
const plannersOnly = (statuses: Statuses): Row['expect'] => ({
  ...staffOnly(statuses),
  ...othersGet(NOT_FOUND),
})
const livePlan = () => ({
  session_id: null,
  kind: 'class',
  course_id: null,
  starts_local: '2030-01-07T09:00',
  time_zone: 'UTC',
  second_time: false,
  length_minutes: 60,
  audience: 'everyone',
  invitee_ids: [],
  host_ids: [],
  repeat: null,
})
const liveForm = () => {
  const { session_id: _session, repeat: _repeat, ...plan } = livePlan()
  return {
    ...plan,
    title: 'Changed',
    description: '',
    section_id: null,
    provider: 'link',
    meeting_url: 'https://meet.example.test/x',
    capacity: null,
    host_ids: [ABSENT],
    consent_rule: 'none',
    revision: 999,
    scope: 'one',
    past_ok: false,
  }
}
const newPost = () => ({ title: randomUUID(), body: `<p>${randomUUID()}</p>`, tags: [] })

/** A new address each time, so that no rate limit interferes. */
const freshAddress = () => `${randomUUID()}@example.test`

/** Everybody may read and register, signed in or not. */
const everybody = (statuses: Statuses): Row['expect'] => ({
  ...everyInsider(statuses),
  anonymous: statuses,
  expired: statuses,
  studentB: statuses,
  adminB: statuses,
  disabled: statuses,
  ofInactiveClient: statuses,
})
const newWorkshop = () => ({
  title: 'Workshop',
  description: '',
  cover: null,
  course_id: null,
  starts_local: '2099-01-15T10:00',
  time_zone: 'Asia/Kolkata',
  minutes: 60,
  place: '',
  link: '',
  capacity: null,
  fields: [],
  double_opt_in: false,
})
/** Well formed, but signed by nobody. */
const inventedToken = `1.${'A'.repeat(32)}`

/** Well formed, but signed by nobody. */
const inventedPasskey = {
  id: 'bm8ta2V5',
  rawId: 'bm8ta2V5',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', attestationObject: 'AA' },
}

/** In call order: endpoints that delete come last. */
export const matrix: Readonly<Record<string, Row>> = {
  'clients.publicInfo': { of: 'client', expect: forAll(200) },
  'clients.info': { of: 'client', expect: forMembers(200) },

  'auth.login': {
    of: 'client',
    body: () => ({ email: freshAddress(), password: 'not the password' }),
    expect: forAll(401),
  },
  'auth.refresh': { of: 'client', body: () => ({ refresh_token: 'no.token.at-all' }), expect: forAll(401) },
  'auth.googleNonce': { of: 'client', expect: forAll(200) },
  'auth.google': { of: 'client', body: () => ({ token: 'x.y.z' }), expect: forAll(404) },
  'auth.signup': { of: 'client', body: () => ({}), expect: forAll(422) },
  'auth.resendVerification': { of: 'client', body: () => ({ email: freshAddress() }), expect: forAll(200) },
  'auth.verifyEmail': {
    of: 'client',
    body: () => ({ email: freshAddress(), otp: '000000' }),
    expect: forAll(422),
  },
  'auth.forgotPassword': { of: 'client', body: () => ({ email: freshAddress() }), expect: forAll(200) },
  'auth.resetPassword': {
    of: 'client',
    body: () => ({ email: freshAddress(), otp: '000000', password: 'a new long password' }),
    expect: forAll(422),
  },
  'auth.logout': { of: 'client', body: () => ({ refresh_token: 'no.token.at-all' }), expect: forAll(204) },
  'auth.sessions': { of: 'client', expect: forMembers(200) },
  'auth.me': { of: 'client', expect: forMembers(200) },
  'profile.get': { of: 'client', expect: forMembers(200) },
  'profile.save': { of: 'client', body: () => ({ bio: 'Learns at night.' }), expect: forMembers(200) },
  'profile.savePicture': {
    of: 'client',
    body: () => ({ picture: 'bm90IGEgcGljdHVyZQ==' }),
    expect: forMembers(422),
  },
  'profile.removePicture': { of: 'client', expect: forMembers(200) },
  'profile.getPublic': { of: 'client', expect: forMembers(200) },
  'profile.savePublic': {
    of: 'client',
    body: () => ({ is_on: false, handle: null, fields: ['bio'], is_listed: false }),
    expect: forMembers(200),
  },
  'profile.syncDevice': {
    of: 'client',
    body: () => ({ time_zone: 'Asia/Kolkata' }),
    expect: forMembers(200),
  },
  'profile.public': { of: 'client', expect: forAll(404) },
  'ownData.get': { of: 'client', expect: forMembers(200) },
  'ownData.requestExport': { of: 'client', expect: forMembers(202) },
  'ownData.exportAddress': { of: 'client', expect: forMembers(404) },
  'ownData.requestDeletion': {
    of: 'client',
    // Whoever would be the last administrator of a client cannot leave: adminA asks first.
    expect: {
      ...forMembers(200),
      superadminA: [409, 409, 401, 404, 404],
      adminB: [401, 401, 409, 404, 404],
    },
  },
  'ownData.cancelDeletion': { of: 'client', expect: forMembers(204) },
  'auth.deviceKey': { of: 'client', expect: forMembers(200) },
  'auth.changePassword': { of: 'client', body: () => ({}), expect: forMembers(422) },
  'auth.confirmSecondStep': {
    of: 'client',
    body: () => ({ ticket: randomUUID(), code: '000000' }),
    expect: forAll(422),
  },
  'auth.setUpAtSignIn': { of: 'client', body: () => ({ ticket: randomUUID() }), expect: forAll(422) },
  'auth.confirmSetUpAtSignIn': {
    of: 'client',
    body: () => ({ ticket: randomUUID(), code: '000000' }),
    expect: forAll(422),
  },
  'auth.passkeySetUpOptions': { of: 'client', body: () => ({ ticket: randomUUID() }), expect: forAll(422) },
  'auth.passkeyLoginOptions': { of: 'client', body: () => ({}), expect: forAll(200) },
  'auth.passkeyLogin': { of: 'client', body: () => ({ passkey: inventedPasskey }), expect: forAll(422) },
  'auth.stepUpOptions': { of: 'client', expect: forMembers(200) },
  'auth.newPasskeyOptions': { of: 'client', expect: forMembers(200) },
  'auth.addPasskey': {
    of: 'client',
    body: () => ({ name: 'Key', passkey: inventedPasskey }),
    expect: forMembers(422),
  },
  // Nobody has this passkey; tests/server/auth/two-step/passkeys.test.ts tries those of others.
  'auth.renamePasskey': { of: 'client', body: () => ({ name: 'Key' }), expect: forMembers(404) },
  'auth.removePasskey': { of: 'client', expect: forMembers(404) },
  'auth.signInRules': { of: 'client', expect: forAdmins(200) },
  'auth.setSignInRules': {
    of: 'client',
    body: () => ({ staff_second_step: false }),
    expect: forAdmins(200),
  },
  'auth.members': { of: 'client', expect: forAdmins(200) },
  // Nobody has this id; tests/server/auth/two-step/sign-in-admin.test.ts tries those of others.
  'auth.memberSessions': { of: 'client', expect: forAdmins(404) },
  'auth.endMemberSession': { of: 'client', expect: forAdmins(404) },
  'auth.endMemberSessions': { of: 'client', expect: forAdmins(404) },
  'auth.resetMemberSecondStep': { of: 'client', expect: forAdmins(404) },
  'support.start': {
    of: 'client',
    body: () => ({ reason: 'A lesson does not open' }),
    expect: forAdmins(404),
  },
  'support.views': { of: 'client', expect: forMembers(200) },
  'auth.stepUpMethods': { of: 'client', expect: forMembers(200) },
  'auth.stepUp': { of: 'client', body: () => ({}), expect: forMembers(422) },
  'auth.twoStep': { of: 'client', expect: forMembers(200) },
  'auth.beginTotp': { of: 'client', expect: forMembers(200) },
  'auth.confirmTotp': { of: 'client', body: () => ({ code: '000000' }), expect: forMembers(422) },
  'auth.removeTotp': { of: 'client', expect: forMembers(204) },
  'auth.renewRecoveryCodes': { of: 'client', expect: forMembers(409) },

  'jobs.list': { of: 'client', expect: forMembers(200) },
  'jobs.facets': { of: 'client', expect: forMembers(200) },
  'jobs.get': { of: 'job', expect: everybodySees },
  'jobs.match': { of: 'job', expect: everyInsider(SEES_ALL) },
  'jobs.save': { of: 'job', body: () => ({ saved: true }), expect: everyInsider(SEES_ALL) },
  'jobs.report': {
    of: 'job',
    body: () => ({ reason: 'scam', text: '' }),
    expect: everyInsider([201, 201, 404, 404, 404]),
  },
  'jobs.searches': { of: 'client', expect: forMembers(200) },
  'jobs.putSearch': {
    of: 'client',
    body: () => ({ filters: { search: 'analyst' }, has_alerts: true }),
    expect: forMembers(200),
  },
  'jobs.deleteSearch': { of: 'client', expect: forMembers(204) },
  'jobApplications.resume': { of: 'client', expect: forMembers(200) },
  'jobApplications.putResume': {
    of: 'client',
    // Not a PDF.
    body: () => ({ name: 'cv.pdf', data: 'AAAA' }),
    expect: forMembers(422),
  },
  'jobApplications.deleteResume': { of: 'client', expect: forMembers(204) },
  'jobApplications.form': { of: 'job', expect: everyInsider(SEES_ALL) },
  'jobApplications.apply': {
    of: 'job',
    body: () => ({ phone: '123456', answers: [], shared: [] }),
    // A repeat by who applied; the others have no résumé.
    expect: {
      ...everyInsider([422, 422, 404, 404, 404]),
      studentA1: [201, 422, 404, 404, 404],
      studentA2: [422, 201, 404, 404, 404],
    },
  },
  'jobApplications.list': { of: 'client', expect: forMembers(200) },
  'jobApplications.one': { of: 'application', expect: ownOnly(200) },
  'recruiting.jobs': { of: 'client', expect: forStaff(200) },
  'recruiting.options': { of: 'client', expect: forStaff(200) },
  'recruiting.createJob': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), document: aJob() }),
    expect: forAdmins(201),
  },
  'recruiting.editedJob': { of: 'job', expect: gradersOnly(SEES_ALL) },
  'recruiting.saveJob': {
    of: 'job',
    // Wrong on purpose: the row stays as it is.
    body: () => ({
      revision: 1,
      document: { ...aJob(), salary: { min: 2, max: 1, currency: 'INR', period: 'year' } },
    }),
    expect: gradersOnly([422, 422, 404, 404, 404]),
  },
  'recruiting.setJobState': { of: 'job', body: () => ({ state: 'open' }), expect: gradersOnly(SEES_ALL) },
  // An open job stays: learners have seen it.
  'recruiting.deleteJob': { of: 'job', expect: gradersOnly([409, 409, 404, 404, 404]) },
  'recruiting.setRecruiters': {
    of: 'job',
    // Nobody: the job keeps its recruiter for the rows below.
    body: () => ({ user_ids: [ABSENT] }),
    expect: {
      ...everyInsider(STAFF_ONLY),
      adminA: [422, 422, 404, 404, 404],
      superadminA: [422, 422, 404, 404, 404],
    },
  },
  'recruiting.partnerLinks': { of: 'job', expect: gradersOnly(SEES_ALL) },
  'recruiting.createPartnerLink': {
    of: 'job',
    body: () => ({ idempotency_key: randomUUID(), name: 'Acme', days: 7 }),
    expect: gradersOnly([201, 201, 404, 404, 404]),
  },
  'recruiting.revokePartnerLink': { of: 'job', expect: gradersOnly([204, 204, 404, 404, 404]) },
  // A code that opens nothing: the same answer for everybody.
  'jobPartner.open': { of: 'client', body: () => ({ code: `1-${'A'.repeat(32)}` }), expect: forAll(404) },
  'jobReports.list': { of: 'client', expect: forAdmins(200) },
  'jobReports.settle': {
    of: 'job',
    body: () => ({ until: '2026-01-01T00:00:00.000Z' }),
    expect: {
      ...everyInsider(STAFF_ONLY),
      adminA: [200, 200, 200, 200, 404],
      superadminA: [200, 200, 200, 200, 404],
    },
  },
  'recruiting.board': { of: 'job', expect: gradersOnly(SEES_ALL) },
  'recruiting.export': { of: 'job', expect: gradersOnly(SEES_ALL) },
  'recruiting.exportResumes': { of: 'job', expect: gradersOnly(SEES_ALL) },
  'recruiting.move': {
    of: 'job',
    body: () => ({ moves: [{ id: ABSENT, from: 'applied', to: 'viewed' }] }),
    expect: gradersOnly(SEES_ALL),
  },
  'recruiting.application': { of: 'application', expect: gradersOnly(SEES_ALL) },
  'recruiting.view': { of: 'application', expect: gradersOnly(SEES_ALL) },
  'recruiting.note': {
    of: 'application',
    body: () => ({ idempotency_key: randomUUID(), text: 'Good.' }),
    expect: gradersOnly([201, 201, 404, 404, 404]),
  },
  'recruiting.message': {
    of: 'application',
    body: () => ({ idempotency_key: randomUUID(), text: 'Hello.' }),
    expect: gradersOnly([201, 201, 404, 404, 404]),
  },
  'recruiting.rate': {
    of: 'application',
    body: () => ({ rating: 4 }),
    expect: gradersOnly(SEES_ALL),
  },
  'jobApplications.withdraw': { of: 'application', expect: ownOnly(200) },
  'attendance.own': { of: 'client', expect: forMembers(200) },
  'attendance.dispute': {
    of: 'classSession',
    body: () => ({ text: 'I was there.' }),
    expect: ownOnly(200),
  },
  'attendance.checkInState': { of: 'classSession', expect: ownOnly(200) },
  // Nobody opened it; tests/server/attendance/check-in.test.ts tries codes.
  'attendance.scan': {
    of: 'classSession',
    body: () => ({ code: '12345678' }),
    expect: everybody([200, 200, 200, 200, 404]),
  },
  'attendance.checkIn': { of: 'classSession', body: () => ({ code: '12345678' }), expect: ownOnly(409) },
  'attendance.classes': { of: 'client', expect: forStaff(200) },
  'attendance.disputes': { of: 'client', expect: forStaff(200) },
  'attendance.belowGoal': { of: 'client', expect: forStaff(200) },
  'attendance.sheet': { of: 'course', expect: gradersOnly(SEES_ALL) },
  'attendance.export': { of: 'course', expect: gradersOnly(SEES_ALL) },
  // Nobody has this id; tests/server/attendance/sheets.test.ts marks others.
  'attendance.mark': {
    of: 'course',
    body: () => ({ marks: [{ session_id: ABSENT, user_id: ABSENT, status: 'present', was: null }] }),
    expect: staffOnly(NOT_FOUND),
  },
  // The learner is A1, who is not in the other session.
  'attendance.markDetail': { of: 'classSession', expect: gradersOnly([200, 404, 404, 404, 404]) },
  'attendance.openCheckIn': {
    of: 'classSession',
    body: () => ({ open: false }),
    expect: gradersOnly(SEES_ALL),
  },
  'attendance.board': { of: 'classSession', expect: gradersOnly(SEES_ALL) },
  'attendance.answerDispute': {
    of: 'markDispute',
    body: () => ({ answer: 'You are on the list.', status: null }),
    expect: gradersOnly(SEES_ALL),
  },

  'certificates.own': { of: 'client', expect: forMembers(200) },
  // The learners' own name: a repeat changes nothing.
  'certificates.name': { of: 'client', body: () => ({ name: 'Learner' }), expect: forMembers(200) },
  'certificates.course': { of: 'course', expect: everyInsider(SEES_ALL) },
  'certificates.issued': { of: 'client', expect: forAdmins(200) },
  'certificates.numbers': { of: 'client', expect: forAdmins(200) },
  'certificates.revoke': {
    of: 'certificate',
    body: () => ({ reason: 'Issued by mistake.' }),
    expect: adminsOnly(SEES_ALL),
  },
  'certificates.restore': {
    of: 'certificate',
    body: () => ({ reason: 'It was right.' }),
    expect: adminsOnly(SEES_ALL),
  },
  // The second admin finds it replaced.
  'certificates.reissue': {
    of: 'certificate',
    body: () => ({ name: 'Learner', reason: 'A new name.' }),
    expect: { ...adminsOnly(SEES_ALL), superadminA: CONFLICT },
  },
  'certificates.rules': { of: 'client', expect: forAdmins(200) },
  // The second admin saves over a version that is stored no longer.
  'certificates.saveRule': {
    of: 'course',
    body: () => ({ version: 0, rule: certificateRule }),
    expect: { ...adminsOnly(SEES_ALL), superadminA: CONFLICT },
  },
  'certificates.previewBulk': { of: 'course', expect: adminsOnly(SEES_ALL) },
  'certificates.issueBulk': {
    of: 'course',
    body: () => ({ user_ids: [ABSENT] }),
    expect: adminsOnly(SEES_ALL),
  },
  // None of the certificates here counts when it is asked: tests/server/certificates/downloads.test.ts makes files.
  'certificates.startDownload': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), search: 'nobody is called so' }),
    expect: forAdmins(409),
  },
  'certificates.download': { of: 'client', expect: forAdmins(404) },
  'certificates.templates': { of: 'client', expect: forAdmins(200) },
  'certificates.createTemplate': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), ...certificateLook }),
    expect: forAdmins(201),
  },
  'certificates.previewTemplate': {
    of: 'client',
    body: () => ({
      design: 'minimal',
      orientation: 'landscape',
      show_seal: false,
      show_criteria: false,
      signatures: [],
      recipient_name: 'Learner',
      title: 'Course',
    }),
    expect: forAdmins(200),
  },
  'certificates.uploadPicture': {
    of: 'client',
    body: () => ({ picture: 'bm8gcGljdHVyZQ' }),
    expect: forAdmins(422),
  },
  // No client has this id; tests/server/certificates/templates.test.ts has others.
  'certificates.saveDraft': {
    of: 'client',
    body: () => ({ draft_number: 0, ...certificateLook }),
    expect: forAdmins(404),
  },
  'certificates.versions': { of: 'client', expect: forAdmins(404) },
  'certificates.publishTemplate': {
    of: 'client',
    body: () => ({ version: 1, ...certificateLook }),
    expect: forAdmins(404),
  },

  'courses.list': { of: 'client', expect: forMembers(200) },
  'courses.detail': { of: 'course', expect: everyInsider(SEES_ALL) },
  'offline.course': { of: 'course', expect: readers(200) },
  'courses.topic': {
    of: 'topic',
    expect: inside({
      studentA1: LEARNS_OWN,
      studentA2: LEARNS_OTHER,
      instructorA: SEES_ALL,
      adminA: SEES_ALL,
      superadminA: SEES_ALL,
    }),
  },
  'courses.completion': { of: 'course', expect: learners(200) },
  'courses.completeArticle': { of: 'article', expect: learners(200) },
  'courses.videoProgress': {
    of: 'video',
    body: () => ({ position_seconds: 3, ranges: [[0, 3]] }),
    expect: learners(200),
  },
  'courses.submitQuiz': {
    of: 'quiz',
    body: () => ({ idempotency_key: randomUUID(), answers: [] }),
    expect: learners(201),
  },
  'lessons.place': { of: 'article', body: () => ({ paragraph: 3 }), expect: learners(200) },
  'lessons.quizDraft': { of: 'quiz', body: () => ({ attempt: 0, answers: [] }), expect: learners(200) },
  'lessons.quizAttempts': { of: 'quiz', expect: everyInsider(SEES_ALL) },
  // The caller's own attempt at a quiz; nobody else can find it.
  'lessons.quizAttempt': {
    of: 'attempt',
    expect: {
      ...everyInsider([404, 404, 404, 404, 404]),
      studentA1: [200, 404, 404, 404, 404],
      studentA2: [404, 200, 404, 404, 404],
    },
  },
  'lessons.filmAnswer': {
    of: 'video',
    body: () => ({ answer: { question_id: 1, kind: 'true_false', chosen: false } }),
    expect: learners(200),
  },
  'lessons.notes': { of: 'article', expect: readers(200) },
  'lessons.courseNotes': { of: 'course', expect: everyInsider(SEES_ALL) },
  'lessons.saveNote': {
    of: 'article',
    body: () => ({ body: randomUUID(), colour: 'yellow', place: { paragraph: 1 } }),
    expect: readers(200),
  },
  'lessons.deleteNote': { of: 'article', expect: everyInsider([204, 204, 404, 404, 404]) },
  'problems.get': { of: 'problem', expect: readers(200) },
  'problems.saveDraft': {
    of: 'problem',
    body: () => ({ answer: { kind: 'javascript', code: randomUUID() }, revision: 0 }),
    expect: readers(200),
  },
  'problems.takeTests': {
    of: 'problem',
    body: () => ({ answer: { kind: 'javascript', code: 'x' } }),
    expect: learners(200),
  },
  // Allowed, but the tests were not requested for this answer.
  'problems.submit': {
    of: 'problem',
    body: () => ({ idempotency_key: randomUUID(), answer: { kind: 'javascript', code: 'y' } }),
    expect: learners(409),
  },
  // A problem is not a package; tests/server/scorm/play.test.ts covers access to packages.
  'scorm.open': {
    of: 'problem',
    body: () => ({ session: randomUUID(), new_attempt: false }),
    expect: everyInsider([404, 404, 404, 404, 404]),
  },
  'scorm.save': {
    of: 'problem',
    body: () => ({ session: randomUUID(), sequence: 1, state: {} }),
    expect: everyInsider([404, 404, 404, 404, 404]),
  },
  'scorm.lessons': { of: 'client', expect: forStaff(200) },
  // tests/server/scorm/results.test.ts covers which items an instructor sees.
  'scorm.results': { of: 'problem', expect: staffOnly([404, 404, 404, 404, 404]) },
  'scorm.exportResults': { of: 'problem', expect: staffOnly([404, 404, 404, 404, 404]) },
  'problems.submission': {
    of: 'submission',
    expect: {
      ...everyInsider([404, 404, 404, 404, 404]),
      studentA1: [200, 404, 404, 404, 404],
      studentA2: [404, 200, 404, 404, 404],
    },
  },
  'problems.listToGrade': { of: 'client', expect: forStaff(200) },
  'problems.toGrade': {
    of: 'submission',
    expect: gradersOnly(SEES_ALL),
  },
  'problems.grade': {
    of: 'submission',
    body: () => ({ marks: [{ criterion_id: CRITERION, points: 3 }] }),
    expect: gradersOnly(SEES_ALL),
  },
  'courses.facets': { of: 'client', expect: forMembers(200) },
  'courses.recommended': { of: 'client', expect: forMembers(200) },
  'courses.search': { of: 'course', expect: everyInsider(SEES_ALL) },
  'courses.related': { of: 'course', expect: everyInsider(SEES_ALL) },
  'courses.instructor': { of: 'instructor', expect: everyInsider(SEES_ALL) },
  'courses.notice': { of: 'course', body: () => ({ wanted: true }), expect: everyInsider(SEES_ALL) },
  'courses.reviews': { of: 'course', expect: everyInsider(SEES_ALL) },
  // After completing the article: a review requires progress in the course.
  'courses.saveReview': {
    of: 'course',
    body: () => ({ stars: 4, text: 'Clear and short.' }),
    expect: learners(200),
  },
  'courses.hideReview': {
    of: 'review',
    body: () => ({ reason: 'Off topic' }),
    expect: teachersOnly(SEES_ALL),
  },
  'courses.access': { of: 'course', expect: everyInsider(SEES_ALL) },
  // These courses have unlimited seats: nothing to book.
  'courses.bookSeat': { of: 'course', expect: everyInsider(CONFLICT) },
  'courses.confirmSeat': { of: 'course', expect: everyInsider(CONFLICT) },
  'courses.releaseSeat': { of: 'course', expect: everyInsider(CONFLICT) },
  'courses.joinWaitingList': { of: 'course', expect: everyInsider(CONFLICT) },
  'courses.askRefund': {
    of: 'course',
    body: () => ({ reason: '' }),
    expect: {
      ...everyInsider(CONFLICT),
      studentA1: [200, 409, 404, 404, 404],
      studentA2: [409, 200, 404, 404, 404],
    },
  },
  'courses.roster': {
    of: 'course',
    expect: teachersOnly(SEES_ALL),
  },
  'courses.setOffer': {
    of: 'course',
    body: () => ({ capacity: null, opens_at: null, price_minor: null, booking_minor: null }),
    expect: teachersOnly(SEES_ALL),
  },
  'courses.grantAccess': {
    of: 'course',
    body: () => ({ email: freshAddress(), reference: randomUUID(), amount_minor: 0 }),
    expect: teachersOnly([422, 422, 404, 404, 404]),
  },
  // The first admin decides.
  'courses.settleRefund': {
    of: 'purchase',
    body: () => ({ decision: 'declined', note: 'Used to the end' }),
    expect: {
      ...everyInsider(STAFF_ONLY),
      adminA: SEES_ALL,
      superadminA: CONFLICT,
    },
  },
  // No payment of this world is refunded.
  'courses.reverseRefund': {
    of: 'purchase',
    expect: {
      ...everyInsider(STAFF_ONLY),
      adminA: CONFLICT,
      superadminA: CONFLICT,
    },
  },
  'courses.practice': { of: 'client', expect: forMembers(200) },
  // A question that is nobody's mistake.
  'courses.answerPractice': {
    of: 'client',
    body: () => ({
      idempotency_key: randomUUID(),
      answer: { question_id: 2_000_000_000, kind: 'short', text: 'x' },
    }),
    expect: forMembers(404),
  },
  'courses.paymentInstructions': { of: 'client', expect: forAdmins(200) },
  'courses.setPaymentInstructions': {
    of: 'client',
    body: () => ({ texts: { en: 'Pay at the office.' } }),
    expect: forAdmins(200),
  },
  'courses.learningHome': { of: 'client', expect: forMembers(200) },

  'activity.dailyLeaders': { of: 'client', expect: forMembers(200) },
  'activity.hoursSpent': { of: 'client', expect: forMembers(200) },
  'activity.monthlyStreak': { of: 'client', expect: forMembers(200) },
  'activity.trackTime': {
    of: 'client',
    body: () => ({ time_spent_seconds: 5, session_id: randomUUID() }),
    expect: forMembers(200),
  },
  'activity.stretches': { of: 'client', expect: forMembers(200) },
  'activity.heatmap': { of: 'client', expect: forMembers(200) },
  'activity.weeklyGoal': { of: 'client', expect: forMembers(200) },
  'activity.setWeeklyGoal': { of: 'client', body: () => ({ minutes: 150 }), expect: forMembers(200) },

  'leaderboard.overall': { of: 'client', expect: forMembers(200) },
  'leaderboard.visibility': { of: 'client', expect: forMembers(200) },
  'leaderboard.setVisibility': {
    of: 'client',
    body: () => ({ visibility: 'shown' }),
    expect: forMembers(200),
  },
  'learnerPlan.get': { of: 'client', expect: forMembers(200) },
  'learnerPlan.save': {
    of: 'client',
    body: () => ({ purpose: 'job', interests: ['SQL'], daily_minutes: 20 }),
    expect: forMembers(200),
  },
  'badges.list': { of: 'client', expect: forMembers(200) },
  'moments.claim': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID() }),
    expect: forMembers(200),
  },

  'live.schedule': { of: 'client', expect: forMembers(200) },
  'live.past': { of: 'client', expect: forMembers(200) },
  'live.join': {
    of: 'liveSession',
    body: () => ({ consent: null, page: randomUUID() }),
    expect: ownOnly(200),
  },
  'live.presence': { of: 'liveSession', body: () => ({ page: randomUUID() }), expect: ownOnly(200) },
  'live.calendarFile': { of: 'liveSession', expect: ownOnly(200) },
  'live.recording': { of: 'liveSession', expect: ownOnly(200) },
  'live.watchRecording': {
    of: 'liveSession',
    body: () => ({ position_seconds: 3, ranges: [[0, 3]] }),
    expect: ownOnly(200),
  },
  'live.renewFeed': { of: 'client', expect: forMembers(200) },
  'live.feed': { of: 'client', expect: forMembers(200) },
  'live.revokeFeed': { of: 'client', expect: forMembers(204) },
  'liveAdmin.options': { of: 'client', expect: forStaff(200) },
  // Without words and without a stretch of time.
  'liveAdmin.learners': { of: 'client', expect: forStaff(422) },
  'liveAdmin.sessions': { of: 'client', expect: forStaff(200) },
  'liveAdmin.calendar': { of: 'client', expect: forStaff(422) },
  'liveAdmin.check': { of: 'client', body: () => livePlan(), expect: forStaff(200) },
  'liveAdmin.create': { of: 'client', body: () => ({}), expect: forStaff(422) },
  'liveAdmin.session': { of: 'liveSession', expect: plannersOnly([200, 200, 404, 404, 404]) },
  // An older revision: 409 says that the session was found.
  'liveAdmin.update': { of: 'liveSession', body: () => liveForm(), expect: plannersOnly(CONFLICT) },
  'liveAdmin.recording': {
    of: 'liveSession',
    body: () => ({ state: 'expected', expected_at: '2030-01-01T00:00:00Z' }),
    expect: plannersOnly([200, 200, 404, 404, 404]),
  },
  // Before its start: 409 says that the session was found.
  'liveAdmin.end': { of: 'webinar', expect: plannersOnly(CONFLICT) },
  'liveAdmin.beginUpload': {
    of: 'liveSession',
    body: () => ({ kind: 'captions', name: 'a.vtt', size: 10, fingerprint: randomUUID() }),
    expect: plannersOnly([201, 201, 404, 404, 404]),
  },
  'liveAdmin.upload': { of: 'liveSession', expect: plannersOnly(NOT_FOUND) },
  'liveAdmin.sendPiece': {
    of: 'liveSession',
    body: () => ({ offset: 0, data: 'AAAA' }),
    expect: plannersOnly(NOT_FOUND),
  },
  'liveAdmin.finishUpload': { of: 'liveSession', expect: plannersOnly(NOT_FOUND) },
  // A recording without a file: 409 says that the session was found.
  'liveAdmin.placeRecording': {
    of: 'liveSession',
    body: () => ({ course_id: 1, section_id: 1 }),
    expect: plannersOnly(CONFLICT),
  },
  'liveAdmin.providers': { of: 'client', expect: forAdmins(200) },
  'liveAdmin.saveProvider': {
    of: 'client',
    body: () => ({ url: 'https://10.0.0.7/', app_id: null, secret: 'x' }),
    expect: forAdmins(200),
  },
  // Its address is a private one; tests/server/live/admin/settings.test.ts tests one that does.
  'liveAdmin.testProvider': { of: 'client', expect: forAdmins(200) },
  'liveAdmin.removeProvider': { of: 'client', expect: forAdmins(200) },
  'liveAdmin.saveConsentRule': {
    of: 'client',
    body: () => ({ consent_rule: null }),
    expect: forAdmins(200),
  },
  'webinars.list': { of: 'client', expect: forMembers(200) },
  'webinars.register': { of: 'webinar', expect: everyInsider(SEES_ALL) },
  'webinars.registrations': { of: 'webinar', expect: plannersOnly([200, 200, 404, 404, 404]) },
  'webinars.leave': { of: 'webinar', expect: everyInsider(SEES_ALL) },
  'liveAdmin.cancel': {
    of: 'webinar',
    body: () => ({ scope: 'one' }),
    expect: plannersOnly([200, 200, 404, 404, 404]),
  },
  'notifications.list': { of: 'client', expect: forMembers(200) },
  'notifications.unread': { of: 'client', expect: forMembers(200) },
  'notifications.read': { of: 'client', body: () => ({ up_to: 1 }), expect: forMembers(200) },
  'notifications.stream': { of: 'client', expect: forMembers(200) },
  'notifications.preferences': { of: 'client', expect: forMembers(200) },
  'notifications.setPreferences': {
    of: 'client',
    body: () => ({
      kinds: [{ kind: 'reply', channel: 'email', on: false }],
      mail: { rhythm: 'daily', at: 480 },
      quiet: null,
    }),
    expect: forMembers(200),
  },
  // Allowed, but the address is no push service.
  'notifications.subscribePush': {
    of: 'client',
    body: () => ({
      endpoint: 'https://elsewhere.test/1',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    }),
    expect: forMembers(422),
  },
  'notifications.unsubscribePush': {
    of: 'client',
    body: () => ({ endpoint: 'https://elsewhere.test/1' }),
    expect: forMembers(204),
  },
  'notifications.testPush': { of: 'client', expect: forMembers(200) },

  'dashboard.admin': { of: 'client', expect: forStaff(200) },
  'dashboard.lessons': { of: 'course', expect: gradersOnly(SEES_ALL) },
  'dashboard.atRisk': { of: 'client', expect: forStaff(200) },
  'dashboard.groups': { of: 'client', expect: forAdmins(200) },
  'dashboard.rows': { of: 'client', expect: forStaff(200) },
  'dashboard.export': { of: 'client', body: () => ({ kind: 'active' }), expect: forStaff(200) },

  'community.threads': { of: 'client', expect: forMembers(200) },
  'community.createThread': { of: 'client', body: newPost, expect: forMembers(201) },
  'community.thread': { of: 'thread', expect: everyInsider(SEES_ALL) },
  'community.updateThread': { of: 'thread', body: newPost, expect: authored },
  // The thread is not deleted: nothing to restore.
  'community.restoreThread': { of: 'thread', expect: everyInsider(SEES_ALL) },
  'community.voteThread': {
    of: 'thread',
    body: () => ({ vote_type: 'upvote' }),
    expect: everyInsider(SEES_ALL),
  },
  'community.bookmark': { of: 'thread', expect: everyInsider(SEES_ALL) },
  'community.unbookmark': { of: 'thread', expect: everyInsider(SEES_ALL) },
  'community.follow': { of: 'thread', body: () => ({ following: true }), expect: everyInsider(SEES_ALL) },
  'community.comments': { of: 'thread', expect: everyInsider(SEES_ALL) },
  'community.createComment': {
    of: 'thread',
    body: () => ({ body: `<p>${randomUUID()}</p>`, parent: null }),
    expect: everyInsider([201, 201, 404, 404, 404]),
  },
  'community.updateComment': { of: 'comment', body: () => ({ body: '<p>Changed</p>' }), expect: authored },
  'community.restoreComment': { of: 'comment', expect: everyInsider(SEES_ALL) },
  'community.voteComment': {
    of: 'comment',
    body: () => ({ vote_type: 'downvote' }),
    expect: everyInsider(SEES_ALL),
  },
  // The thread of each comment has the same author.
  'community.accept': { of: 'comment', body: () => ({ accepted: true }), expect: authored },
  'community.tags': { of: 'client', expect: forMembers(200) },
  'community.createTag': {
    of: 'client',
    body: () => ({ name: randomUUID() }),
    expect: forMembers(201),
  },
  'community.similar': { of: 'client', expect: forMembers(200) },
  'community.lessonThreads': { of: 'topic', expect: everyInsider(SEES_ALL) },
  'search.all': { of: 'client', expect: forMembers(200) },
  'community.people': { of: 'client', expect: forMembers(200) },
  'community.mentions': { of: 'client', expect: forMembers(200) },
  'community.seeMentions': { of: 'client', body: () => ({ up_to: 1 }), expect: forMembers(200) },
  'community.report': {
    of: 'client',
    body: () => ({ subject_type: 'thread', subject_id: 2_000_000_000, reason: 'spam' }),
    expect: forMembers(404),
  },
  'community.reports': { of: 'client', expect: forStaff(200) },
  'community.history': {
    of: 'thread',
    expect: { ...everyInsider(SEES_ALL), studentA1: STAFF_ONLY, studentA2: STAFF_ONLY },
  },
  // The first staff member decides.
  'community.settleReport': {
    of: 'report',
    body: () => ({ decision: 'keep', reason: 'Nothing wrong here' }),
    expect: {
      ...everyInsider([409, 409, 404, 404, 404]),
      studentA1: STAFF_ONLY,
      studentA2: STAFF_ONLY,
      instructorA: SEES_ALL,
    },
  },
  'community.deleteComment': { of: 'comment', expect: deletedByAuthors },
  'community.deleteThread': { of: 'thread', expect: deletedByAuthors },

  'builder.list': { of: 'client', expect: forStaff(200) },
  'builder.create': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), title: 'New course', language: 'en' }),
    expect: forStaff(201),
  },
  'builder.teachers': { of: 'client', expect: forStaff(200) },
  'builder.draft': { of: 'course', expect: teachersOnly(SEES_ALL) },
  // An unknown revision.
  'builder.save': {
    of: 'course',
    body: () => ({ revision: 0, batch: randomUUID(), operations: [{ op: 'course', set: { tags: ['x'] } }] }),
    expect: teachersOnly(CONFLICT),
  },
  'builder.check': { of: 'course', expect: teachersOnly(SEES_ALL) },
  'builder.publish': { of: 'course', body: () => ({ revision: 0 }), expect: teachersOnly(CONFLICT) },
  'builder.duplicate': {
    of: 'course',
    body: () => ({ idempotency_key: randomUUID(), title: 'A copy' }),
    expect: teachersOnly([201, 201, 404, 404, 404]),
  },
  'builder.state': { of: 'course', body: () => ({ action: 'restore' }), expect: teachersOnly(SEES_ALL) },
  'builder.versions': { of: 'course', expect: teachersOnly(SEES_ALL) },
  'builder.version': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.restoreVersion': {
    of: 'course',
    body: () => ({ revision: 0 }),
    expect: teachersOnly(NOT_FOUND),
  },
  'builder.trash': { of: 'course', expect: teachersOnly(SEES_ALL) },
  'builder.restoreTrash': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.beginUpload': {
    of: 'course',
    body: () => ({ kind: 'image', name: 'a.png', size: 10, fingerprint: randomUUID() }),
    expect: teachersOnly([201, 201, 404, 404, 404]),
  },
  'builder.preview': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.previewQuiz': {
    of: 'course',
    body: () => ({ item: 'nowhere', answers: [], attempts: 0, best_percent: null }),
    expect: teachersOnly(NOT_FOUND),
  },
  'builder.previewFilmQuestion': {
    of: 'course',
    body: () => ({
      item: 'nowhere',
      question: randomUUID(),
      answer: { question_id: 1, kind: 'true_false', chosen: true },
    }),
    expect: teachersOnly(NOT_FOUND),
  },
  'builder.previewTests': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.previewProblem': {
    of: 'course',
    body: () => ({ answer: { kind: 'text', text: '' } }),
    expect: teachersOnly(NOT_FOUND),
  },
  'builder.previewScorm': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.upload': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.sendPiece': {
    of: 'course',
    body: () => ({ offset: 0, data: 'AAAA' }),
    expect: teachersOnly(NOT_FOUND),
  },
  'builder.finishUpload': { of: 'course', expect: teachersOnly(NOT_FOUND) },
  'builder.uploads': { of: 'course', expect: teachersOnly(SEES_ALL) },
  'builder.discardUpload': { of: 'course', expect: teachersOnly(NOT_FOUND) },

  'imports.questions': {
    of: 'client',
    body: () => ({ name: 'a.csv', data: '', existing: [] }),
    expect: forStaff(200),
  },
  'imports.questionTemplate': { of: 'client', expect: forStaff(200) },
  'imports.writeQuestions': {
    of: 'client',
    body: () => ({ format: 'csv', questions: [] }),
    expect: forStaff(200),
  },

  'imports.begin': {
    of: 'client',
    body: () => ({ name: 'a.zip', size: 10, fingerprint: randomUUID() }),
    expect: forStaff(201),
  },
  // The caller has no package with that id.
  'imports.package': { of: 'client', expect: forStaff(404) },
  'imports.sendPiece': {
    of: 'client',
    body: () => ({ offset: 0, data: 'AAAA' }),
    expect: forStaff(404),
  },
  'imports.look': { of: 'client', expect: forStaff(404) },
  'imports.course': { of: 'client', body: () => ({ title: 'T' }), expect: forStaff(404) },
  'imports.export': { of: 'course', expect: teachersOnly(SEES_ALL) },

  'bank.topics': { of: 'client', expect: forStaff(200) },
  'bank.saveTopic': { of: 'client', body: () => ({ names: { en: 'Logic' } }), expect: forStaff(200) },
  'bank.tags': { of: 'client', expect: forStaff(200) },
  'bank.changeTag': { of: 'client', body: () => ({ tag: 'cube', to: 'solid' }), expect: forStaff(200) },
  'bank.list': { of: 'client', expect: forStaff(200) },
  // An unknown topic.
  'bank.create': {
    of: 'client',
    body: () => ({ ...bankQuestion({ topic_id: ABSENT }), idempotency_key: randomUUID() }),
    expect: forStaff(422),
  },
  'bank.question': { of: 'question', expect: staffOnly(SEES_ALL) },
  'bank.versions': { of: 'question', expect: staffOnly(SEES_ALL) },
  'bank.save': {
    of: 'question',
    body: () => ({ ...bankQuestion({ topic_id: ABSENT }), version: 1 }),
    expect: staffOnly([422, 422, 404, 404, 404]),
  },
  'bank.state': { of: 'question', body: () => ({ state: 'retired' }), expect: staffOnly(SEES_ALL) },
  'bank.import': {
    of: 'client',
    body: () => ({
      format: 'csv',
      file_name: 'questions.csv',
      data: Buffer.from('kind,prompt,answer').toString('base64'),
      language: 'en',
      topic_id: null,
      difficulty: 'easy',
      apply: false,
    }),
    expect: forStaff(200),
  },
  'bank.export': { of: 'client', expect: forStaff(200) },
  'authoring.list': { of: 'client', expect: forStaff(200) },
  'authoring.create': {
    of: 'client',
    body: () => ({ ...assessmentSettings(), idempotency_key: randomUUID() }),
    expect: forStaff(201),
  },
  'authoring.get': { of: 'assessment', expect: assessmentStaffOnly(SEES_ALL) },
  // Someone else saved in between.
  'authoring.save': {
    of: 'assessment',
    body: () => ({ ...assessmentSettings({ duration_minutes: 45 }), revision: 99 }),
    expect: assessmentStaffOnly(CONFLICT),
  },
  // Without questions it cannot be activated or drawn.
  'authoring.status': {
    of: 'assessment',
    body: () => ({ status: 'active' }),
    expect: assessmentStaffOnly(CONFLICT),
  },
  'authoring.archive': {
    of: 'assessment',
    body: () => ({ archived: false }),
    expect: assessmentStaffOnly(SEES_ALL),
  },
  // It has attempts.
  'authoring.delete': { of: 'exam', expect: inChargeOnly(CONFLICT) },
  'authoring.preview': { of: 'assessment', expect: assessmentStaffOnly(CONFLICT) },
  'authoring.courses': { of: 'client', expect: forStaff(200) },
  'assessmentStaff.get': { of: 'assessment', expect: assessmentStaffOnly(SEES_ALL) },
  'assessmentStaff.candidates': { of: 'assessment', expect: inChargeOnly(SEES_ALL) },
  // The person in the path is a student.
  'assessmentStaff.add': { of: 'assessment', expect: inChargeOnly([422, 422, 404, 404, 404]) },
  'assessmentStaff.remove': { of: 'assessment', expect: inChargeOnly(SEES_ALL) },
  // The person in the body is nobody.
  'assessmentStaff.setOwner': {
    of: 'assessment',
    body: () => ({ user_id: ABSENT }),
    expect: {
      ...everyInsider(STAFF_ONLY),
      adminA: NOT_FOUND,
      superadminA: NOT_FOUND,
    },
  },

  'money.payments': { of: 'client', expect: forAdmins(200) },
  'money.revenue': { of: 'client', expect: forAdmins(200) },
  'money.dues': { of: 'client', expect: forAdmins(200) },
  'money.dueParts': { of: 'client', expect: forAdmins(200) },
  'money.dueRefunds': { of: 'client', expect: forAdmins(200) },
  'money.comparison': { of: 'client', expect: forAdmins(200) },
  'money.compareNow': { of: 'client', expect: forAdmins(200) },
  // Nobody has this id.
  'money.repairFinding': { of: 'client', expect: forAdmins(404) },
  'money.refundCheckout': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), amount_minor: 100, reason: '', ends_order: false }),
    expect: forAdmins(404),
  },
  // Nobody has this id.
  'money.settleProgrammeRefund': {
    of: 'client',
    body: () => ({ decision: 'declined', note: '' }),
    expect: forAdmins(404),
  },
  'money.providers': { of: 'client', expect: forAdmins(200) },
  // No keys are stored, so that there is nothing to keep and nothing to test.
  'money.saveProvider': {
    of: 'client',
    body: () => ({ key_id: null, secret: null, webhook_secret: null }),
    expect: forAdmins(422),
  },
  'money.testProvider': { of: 'client', expect: forAdmins(404) },
  'money.removeProvider': { of: 'client', expect: forAdmins(200) },
  'money.chooseProvider': {
    of: 'client',
    body: () => ({ provider: null }),
    expect: forAdmins(200),
  },
  // Nobody has this id.
  'money.statement': { of: 'client', expect: forAdmins(404) },
  'money.ownPayments': { of: 'client', expect: forMembers(200) },
  'money.saveBuyer': {
    of: 'client',
    body: () => ({ legal_name: '', address: '', state: null, gstin: null }),
    expect: forMembers(200),
  },
  'money.coupons': { of: 'client', expect: forAdmins(200) },
  'money.createCoupons': {
    of: 'client',
    body: () => ({
      idempotency_key: randomUUID(),
      code: null,
      count: 1,
      title: 'Spring',
      percent: 10,
      amount_minor: null,
      uses_max: 1,
      person_max: 1,
      starts_on: null,
      ends_on: null,
      programmes: null,
      first_purchase_only: false,
    }),
    expect: forAdmins(201),
  },
  // Nobody has this id.
  'money.setCouponActive': { of: 'client', body: () => ({ is_active: false }), expect: forAdmins(404) },
  'money.couponUses': { of: 'client', expect: forAdmins(404) },
  'money.exportCoupons': { of: 'client', expect: forAdmins(200) },
  'money.applyCoupon': { of: 'client', body: () => ({ code: 'SPRING' }), expect: forMembers(404) },
  'money.removeCoupon': { of: 'client', expect: forMembers(404) },
  'money.programmes': { of: 'client', expect: forAdmins(200) },
  'money.programmeOrders': { of: 'client', expect: forAdmins(200) },
  'money.saveProgramme': {
    of: 'client',
    body: () => ({
      revision: 0,
      title: { en: 'Programme' },
      summary: {},
      total_minor: 100,
      minimum_minor: 10,
      booking_percent: 10,
      once_days: 7,
      instalments: [{ days: 30, percent: 100 }],
      grace_days: 7,
      assessment_id: null,
      course_ids: [2_000_000_000],
    }),
    expect: forAdmins(422),
  },
  'money.publishProgramme': { of: 'client', body: () => ({ is_published: true }), expect: forAdmins(404) },
  'money.courses': { of: 'client', expect: forAdmins(200) },
  'money.applyCourseCoupon': {
    of: 'course',
    body: () => ({ code: 'SPRING' }),
    expect: everyInsider(CONFLICT),
  },
  'money.removeCourseCoupon': { of: 'course', expect: everyInsider(SEES_ALL) },
  // There is no document yet.
  'money.document': { of: 'client', expect: forMembers(404) },
  'money.seller': { of: 'client', expect: forAdmins(200) },
  'money.saveSeller': {
    of: 'client',
    body: () => ({
      legal_name: 'A school',
      address: 'Its street',
      state: null,
      gstin: null,
      sac: null,
      tax_percent: 0,
      prefix: '',
    }),
    expect: forAdmins(200),
  },
  // The client of this test offers no programme.
  'money.programme': { of: 'client', expect: forMembers(404) },
  'money.startCheckout': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), plan: 'once', amount_minor: 100 }),
    expect: forMembers(409),
  },
  'money.takePlace': { of: 'client', expect: forMembers(404) },
  'money.askProgrammeRefund': { of: 'client', body: () => ({ reason: '' }), expect: forMembers(404) },
  // This course has no price, and nobody can pay online.
  'money.coursePayment': { of: 'course', expect: everyInsider(SEES_ALL) },
  'money.startCoursePayment': {
    of: 'course',
    body: () => ({ idempotency_key: randomUUID(), amount_minor: 100 }),
    expect: everyInsider(CONFLICT),
  },
  'money.takeCoursePlace': { of: 'course', expect: everyInsider(CONFLICT) },
  'money.testCheckout': { of: 'client', expect: forMembers(404) },
  'money.payTestCheckout': {
    of: 'client',
    body: () => ({ outcome: 'succeed' }),
    expect: forMembers(404),
  },
  'paymentLinks.list': { of: 'client', expect: forAdmins(200) },
  // tests/server/money/payment-links.test.ts has links; here nobody has these ids.
  'paymentLinks.get': { of: 'client', expect: forAdmins(404) },
  'paymentLinks.create': {
    of: 'client',
    body: () => ({
      title: 'Fee',
      amount_minor: 100,
      currency: 'INR',
      part_minor: null,
      email: null,
      // Two days later it is not over in any time zone.
      expires_on: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      reminds: false,
      mails: false,
      idempotency_key: randomUUID(),
    }),
    expect: forAdmins(201),
  },
  'paymentLinks.import': {
    of: 'client',
    body: () => ({ csv: 'title,amount', dry_run: true, mails: false }),
    expect: forAdmins(200),
  },
  'paymentLinks.cancel': { of: 'client', body: () => ({}), expect: forAdmins(404) },
  'paymentLinks.mail': { of: 'client', body: () => ({}), expect: forAdmins(404) },
  'paymentLinks.note': {
    of: 'client',
    body: () => ({ amount_minor: 1, place: 'cash', reference: 'x', received_on: '2026-01-01' }),
    expect: forAdmins(404),
  },
  'paymentLinks.decide': { of: 'client', body: () => ({ approve: true }), expect: forAdmins(404) },
  'paymentLinks.return': {
    of: 'client',
    body: () => ({ amount_minor: 1, place: 'cash', reference: 'x', reason: 'x', returned_on: '2026-01-01' }),
    expect: forAdmins(404),
  },
  'paymentLinks.decideReturn': { of: 'client', body: () => ({ approve: true }), expect: forAdmins(404) },
  'paymentLinks.setLimit': {
    of: 'client',
    body: () => ({ currency: 'INR', amount_minor: null }),
    expect: forAdmins(200),
  },
  'referrals.checkCode': { of: 'client', body: () => ({ code: 'NOBODY22' }), expect: forAll(200) },
  'referrals.own': { of: 'client', expect: forMembers(200) },
  'referrals.referrers': { of: 'client', expect: forAdmins(200) },
  'referrals.list': { of: 'client', expect: forAdmins(200) },
  // Nobody has this id.
  'referrals.review': {
    of: 'client',
    body: () => ({ decision: 'approve', note: 'A friend.' }),
    expect: forAdmins(404),
  },
  'referrals.saveReward': { of: 'client', body: () => ({ amount_minor: 5000 }), expect: forAdmins(200) },
  // Nothing is due to this person.
  'referrals.payOut': {
    of: 'client',
    body: () => ({
      idempotency_key: randomUUID(),
      user_id: 2_000_000_000,
      amount_minor: 100,
      currency: 'INR',
      reference: randomUUID(),
    }),
    expect: forAdmins(409),
  },
  'referrals.exportPayouts': { of: 'client', expect: forAdmins(200) },
  'pay.open': { of: 'client', body: () => ({ pass: null, checkout: null }), expect: forAll(404) },
  // The same answer for every address and every code.
  'pay.sendPass': { of: 'client', body: () => ({ email: 'ann@example.test' }), expect: forAll(204) },
  'pay.start': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), amount_minor: 1, pass: null }),
    expect: forAll(404),
  },
  'pay.document': { of: 'client', body: () => ({ pass: null }), expect: forAll(404) },
  'pay.testCheckout': { of: 'client', expect: forAll(404) },
  'pay.payTestCheckout': { of: 'client', body: () => ({ outcome: 'succeed' }), expect: forAll(404) },
  'money.exportPayments': { of: 'client', expect: forAdmins(200) },
  'money.exportJournal': { of: 'client', expect: forAdmins(200) },
  'money.exportTaxDocuments': { of: 'client', expect: forAdmins(200) },
  'apiAccess.tokens': { of: 'client', expect: forAdmins(200) },
  'apiAccess.createToken': {
    of: 'client',
    body: () => ({ id: randomUUID(), name: 'Of the matrix', scopes: ['people.read'], days: 30 }),
    expect: forAdmins(201),
  },
  // Of nobody: tests/server/api-access/tokens.test.ts revokes real ones.
  'apiAccess.revokeToken': { of: 'client', expect: forAdmins(404) },
  'apiAccess.webhooks': { of: 'client', expect: forAdmins(200) },
  'apiAccess.createWebhook': {
    of: 'client',
    // tests/server/api-access/webhooks.test.ts creates real ones.
    body: () => ({ id: randomUUID(), url: 'https://127.0.0.1/', events: ['person.created'] }),
    expect: forAdmins(422),
  },
  'apiAccess.saveWebhook': {
    of: 'client',
    body: () => ({ url: 'https://example.test/', events: ['person.created'], is_active: true }),
    expect: forAdmins(404),
  },
  'apiAccess.deleteWebhook': { of: 'client', expect: forAdmins(204) },
  'apiAccess.replaceSecret': {
    of: 'client',
    body: () => ({ secret_made_at: '2026-11-24T00:00:00Z' }),
    expect: forAdmins(404),
  },
  'apiAccess.testWebhook': { of: 'client', body: () => ({ id: randomUUID() }), expect: forAdmins(404) },
  'apiAccess.deliveries': { of: 'client', expect: forAdmins(404) },
  'apiAccess.replayDelivery': { of: 'client', expect: forAdmins(404) },
  'platform.clients': { of: 'client', expect: forSuperadmins(200) },
  // Nothing is created: there is no such time zone.
  'platform.createClient': { of: 'client', body: () => aNewClient, expect: forSuperadmins(422) },
  'platform.setClientState': { of: 'client', body: () => ({ is_active: true }), expect: forSuperadmins(404) },
  'platform.setClientLimits': {
    of: 'client',
    body: () => ({ people: 1, storage_bytes: null, mails: null }),
    expect: forSuperadmins(404),
  },
  'platform.jobs': { of: 'client', expect: forSuperadmins(200) },
  'platform.runJob': { of: 'client', body: () => ({ name: 'ranking' }), expect: forSuperadmins(202) },
  'platform.failedWork': { of: 'client', expect: forSuperadmins(200) },
  'platform.retryWork': {
    of: 'client',
    body: () => ({ work: [{ kind: 'mail', client_id: ABSENT, id: '1' }] }),
    expect: forSuperadmins(200),
  },
  'platform.health': { of: 'client', expect: forSuperadmins(200) },
  'platform.rollout': { of: 'client', expect: forSuperadmins(200) },
  'platform.previewRollout': { of: 'client', body: () => noRollout, expect: forSuperadmins(200) },
  'platform.applyRollout': { of: 'client', body: () => noRollout, expect: forSuperadmins(200) },
  'security.events': { of: 'client', expect: forAdmins(200) },
  'security.export': { of: 'client', expect: forAdmins(200) },
  'security.verify': { of: 'client', body: () => ({}), expect: forAdmins(200) },

  'courses.enrol': { of: 'course', expect: everyInsider([201, 201, 404, 404, 404]) },
  'courses.deleteReview': { of: 'course', expect: everyInsider([204, 204, 404, 404, 404]) },
  'courses.unenrol': { of: 'course', expect: everyInsider([204, 204, 404, 404, 404]) },
  // Own sessions only: another person's session is not found, even for superadmins.
  'auth.endSession': {
    of: 'session',
    expect: inside({
      studentA1: [204, 404, 404, 404, 404],
      studentA2: [404, 204, 404, 404, 404],
      instructorA: [404, 404, 404, 404, 404],
      adminA: [404, 404, 404, 404, 404],
      superadminA: [404, 404, 404, 404, 404],
    }),
  },
  'auth.endOtherSessions': { of: 'client', expect: forMembers(204) },

  'assessments.list': { of: 'client', expect: forMembers(200) },
  'assessments.ownResults': { of: 'client', expect: forMembers(200) },
  'assessments.get': { of: 'exam', expect: everyInsider(SEES_ALL) },
  // One code per minute and person: the second assessment is rate limited.
  'assessments.sendPhoneCode': {
    of: 'exam',
    body: () => ({ phone: `+9190${String(Math.random()).slice(2, 10)}`, language: 'en' }),
    expect: everyInsider([200, 429, 404, 404, 404]),
  },
  'assessments.confirmPhone': {
    of: 'exam',
    body: () => ({ phone: '+919000000000', code: '000000' }),
    expect: everyInsider([422, 422, 404, 404, 404]),
  },
  'assessments.start': {
    of: 'exam',
    body: () => ({ holder: HOLDER, consent: true }),
    expect: everyInsider(SEES_ALL),
  },
  'assessments.running': { of: 'client', expect: forMembers(200) },
  'assessments.attempt': { of: 'examAttempt', expect: ownOnly(200) },
  'assessments.hold': { of: 'examAttempt', body: () => ({ holder: HOLDER }), expect: ownOnly(200) },
  'assessments.saveAnswers': {
    of: 'examAttempt',
    body: () => ({ holder: HOLDER, version: 1, answers: [] }),
    expect: ownOnly(200),
  },
  'assessments.beat': {
    of: 'examAttempt',
    body: () => ({ holder: HOLDER, version: 1, position: 1 }),
    expect: ownOnly(200),
  },
  'assessments.submit': {
    of: 'examAttempt',
    body: () => ({ holder: HOLDER, version: 1, answers: [] }),
    expect: ownOnly(200),
  },
  'assessments.result': { of: 'examAttempt', expect: ownOnly(200) },
  'assessments.review': { of: 'examAttempt', expect: ownOnly(200) },
  'assessments.receipt': { of: 'examAttempt', expect: ownOnly(200) },
  // There is no decision to appeal.
  'assessments.appeal': { of: 'examAttempt', body: () => ({ text: 'Why?' }), expect: ownOnly(409) },
  // Requires a result.
  'assessments.roadmap': { of: 'exam', expect: ownOnly(200) },

  'assessmentAdmin.totals': { of: 'client', expect: forStaff(200) },
  'assessmentAdmin.results': { of: 'exam', expect: assessmentStaffOnly(SEES_ALL) },
  'assessmentAdmin.export': { of: 'exam', expect: assessmentStaffOnly(SEES_ALL) },
  'assessmentAdmin.monitor': { of: 'exam', expect: assessmentStaffOnly(SEES_ALL) },
  'assessmentAdmin.items': { of: 'exam', expect: assessmentStaffOnly(SEES_ALL) },
  'assessmentAdmin.regrade': {
    of: 'exam',
    body: () => ({ dry_run: false, reason: 'The key was wrong.', keys: [] }),
    expect: assessmentStaffOnly(SEES_ALL),
  },
  'assessmentAdmin.release': {
    of: 'exam',
    body: () => ({ released: true }),
    expect: assessmentStaffOnly(SEES_ALL),
  },
  'assessmentAdmin.learners': { of: 'exam', expect: assessmentStaffOnly(SEES_ALL) },
  // The person in the path belongs to the requested tenant.
  'assessmentAdmin.grant': {
    of: 'exam',
    body: () => ({ idempotency_key: randomUUID(), reason: 'The line broke.' }),
    expect: assessmentStaffOnly(SEES_ALL),
  },
  'assessmentAdmin.accommodation': {
    of: 'exam',
    body: () => ({ extra_minutes: 10, reason: 'Reads slowly.' }),
    expect: assessmentStaffOnly(SEES_ALL),
  },
  'assessmentAdmin.attempt': { of: 'examAttempt', expect: assessmentStaffOnly(SEES_ALL) },
  // Both attempts have ended.
  'assessmentAdmin.extraTime': {
    of: 'examAttempt',
    body: () => ({ idempotency_key: randomUUID(), minutes: 5, reason: 'The line broke.' }),
    expect: assessmentStaffOnly(CONFLICT),
  },
  // There is no late answer.
  'assessmentAdmin.countLate': {
    of: 'examAttempt',
    body: () => ({ reason: 'The line broke.' }),
    expect: assessmentStaffOnly(NOT_FOUND),
  },
  'assessmentAdmin.decide': {
    of: 'examAttempt',
    body: () => ({ decision: 'cleared', note: 'Nothing in it.' }),
    expect: assessmentStaffOnly(SEES_ALL),
  },
  'assessmentAdmin.answerAppeal': {
    of: 'examAttempt',
    body: () => ({ outcome: 'accepted', text: 'Agreed.' }),
    expect: assessmentStaffOnly(CONFLICT),
  },

  'workshops.page': { of: 'workshopCode', expect: everybody(SEES_ALL) },
  // The form's token is checked before the workshop is looked up.
  'workshops.register': {
    of: 'workshopCode',
    body: () => ({ name: 'Ann', email: freshAddress(), answers: {}, form_token: 'no token' }),
    expect: everybody([422, 422, 422, 422, 404]),
  },
  'workshops.mine': { of: 'workshopCode', expect: everyInsider(SEES_ALL) },
  'workshops.registerMyself': {
    of: 'workshopCode',
    body: () => ({ name: 'Ann', answers: {} }),
    expect: everyInsider(SEES_ALL),
  },
  // tests/server/workshops/own.test.ts tries the tokens of others.
  'workshops.openRegistration': {
    of: 'client',
    body: () => ({ token: inventedToken }),
    expect: forAll(404),
  },
  'workshops.confirmRegistration': {
    of: 'client',
    body: () => ({ token: inventedToken }),
    expect: forAll(404),
  },
  'workshops.cancelRegistration': {
    of: 'client',
    body: () => ({ token: inventedToken }),
    expect: forAll(404),
  },
  // tests/server/client-info/settings publishes, restores and uploads.
  'clients.brand': { of: 'client', expect: forAdmins(200) },
  'clients.saveBrandDraft': {
    of: 'client',
    body: () => ({ draft_number: 0, settings: null }),
    expect: forAdmins(200),
  },
  'clients.publishBrand': { of: 'client', body: () => ({ draft_number: 0 }), expect: forAdmins(409) },
  'clients.restoreBrand': { of: 'client', body: () => ({ current: 1 }), expect: forAdmins(409) },
  'clients.settings': { of: 'client', expect: forAdmins(200) },
  // A version that no client reaches; the others are tried beside the brand.
  'clients.switchFeature': {
    of: 'client',
    body: () => ({ version: 2_000_000_000, slug: 'course', is_on: true, is_allowed: true }),
    expect: forAdmins(409),
  },
  'clients.setLanguages': {
    of: 'client',
    body: () => ({ version: 2_000_000_000, languages: ['en'], detect_browser_language: true }),
    expect: forAdmins(409),
  },
  'clients.setMail': {
    of: 'client',
    body: () => ({ version: 2_000_000_000, sender: null, reply_to: null, support_email: null }),
    expect: forAdmins(409),
  },
  'clients.sendTestMail': { of: 'client', expect: forAdmins(200) },
  'clients.setAccountRules': {
    of: 'client',
    body: () => ({ version: 2_000_000_000, password_min: 12, phone_required: false }),
    expect: forAdmins(409),
  },
  // tests/server/client-info tries texts that are published, domains that are proved, and services that fail.
  'clients.legalText': { of: 'client', expect: forAll(200) },
  'clients.legal': { of: 'client', expect: forAdmins(200) },
  'clients.publishLegal': {
    of: 'client',
    body: () => ({ current: 2_000_000_000, texts: { en: 'Be kind.', ar: 'كن لطيفًا.' } }),
    expect: forAdmins(409),
  },
  'clients.legalVersion': { of: 'client', expect: forAdmins(404) },
  'clients.domains': { of: 'client', expect: forAdmins(200) },
  'clients.addDomain': {
    of: 'client',
    body: () => ({ host: 'localhost' }),
    expect: forAdmins(422),
  },
  'clients.checkDomain': { of: 'client', expect: forAdmins(404) },
  'clients.setMainDomain': { of: 'client', expect: forAdmins(404) },
  'clients.removeDomain': { of: 'client', expect: forAdmins(404) },
  'clients.services': { of: 'client', expect: forAdmins(200) },
  // The test server has no gateway.
  'clients.testSms': {
    of: 'client',
    body: () => ({ phone_number: '+91 98765 43210' }),
    expect: forAdmins(200),
  },
  'clients.testStorage': { of: 'client', expect: forAdmins(200) },
  'clients.mailSender': { of: 'client', expect: forAdmins(200) },
  'clients.setMailSender': {
    of: 'client',
    body: () => ({ address: 'hello@10.0.0.1' }),
    expect: forAdmins(422),
  },
  // tests/server/emails/sender tries one that is there.
  'clients.checkMailSender': { of: 'client', expect: forAdmins(404) },
  'clients.removeMailSender': { of: 'client', expect: forAdmins(204) },
  'clients.uploadBrandPicture': {
    of: 'client',
    body: () => ({ use: 'logo', picture: 'bm8gcGljdHVyZQ' }),
    expect: forAdmins(422),
  },
  'emails.campaigns': { of: 'client', expect: forAdmins(200) },
  'emails.options': { of: 'client', expect: forAdmins(200) },
  'emails.createCampaign': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), name: 'News' }),
    expect: forAdmins(201),
  },
  // tests/server/emails tries those of others.
  'emails.campaign': { of: 'client', expect: forAdmins(404) },
  'emails.saveCampaign': { of: 'client', body: () => aCampaign, expect: forAdmins(404) },
  'emails.deleteCampaign': { of: 'client', expect: forAdmins(204) },
  'emails.audience': { of: 'client', expect: forAdmins(404) },
  'emails.test': { of: 'client', body: () => ({ language: 'en' }), expect: forAdmins(404) },
  'emails.send': { of: 'client', body: () => ({ version: 1, scheduled_at: null }), expect: forAdmins(404) },
  'emails.move': { of: 'client', body: () => ({ move: 'pause' }), expect: forAdmins(404) },
  'emails.resend': { of: 'client', expect: forAdmins(404) },
  'emails.recipients': { of: 'client', expect: forAdmins(404) },
  'emails.feedback': { of: 'client', expect: forAdmins(200) },
  'emails.setOpenTracking': {
    of: 'client',
    body: () => ({ track_opens: false }),
    expect: forAdmins(200),
  },
  'emails.renewEventsKey': { of: 'client', expect: forAdmins(200) },
  'emails.suppressed': { of: 'client', expect: forAdmins(200) },
  'emails.allowAgain': { of: 'client', body: () => ({ email: 'x@x.test' }), expect: forAdmins(204) },
  'students.list': { of: 'client', expect: forStaff(200) },
  'students.export': { of: 'client', expect: forAdmins(200) },
  // tests/server/students/students.test.ts tries the people of others.
  'students.get': { of: 'client', expect: forStaff(404) },
  'students.courses': { of: 'client', expect: forStaff(200) },
  'students.enrol': {
    of: 'client',
    body: () => ({ ids: [ABSENT], course_id: ABSENT }),
    expect: forStaff(200),
  },
  'students.unenrol': {
    of: 'client',
    body: () => ({ ids: [ABSENT], course_id: ABSENT }),
    expect: forStaff(200),
  },
  'students.startBulk': {
    of: 'client',
    body: () => ({
      idempotency_key: randomUUID(),
      action: { kind: 'deactivate' },
      people: { ids: [ABSENT] },
    }),
    expect: forAdmins(201),
  },
  // tests/server/students/bulk.test.ts tries those of others.
  'students.bulk': { of: 'client', expect: forAdmins(404) },
  'students.stopBulk': { of: 'client', expect: forAdmins(404) },
  'students.undoBulk': { of: 'client', expect: forAdmins(404) },
  'students.setActive': {
    of: 'client',
    body: () => ({ ids: [ABSENT], is_active: false }),
    expect: forAdmins(200),
  },
  'students.setRole': { of: 'client', body: () => ({ role: 'student' }), expect: forAdmins(404) },
  'students.invite': {
    of: 'client',
    body: () => ({ name: 'Nia New', email: `${randomUUID()}@example.test`, language: 'hi' }),
    expect: forAdmins(201),
  },
  // tests/server/students/messages.test.ts tries the people of others.
  'students.write': {
    of: 'client',
    body: () => ({ idempotency_key: randomUUID(), subject: 'Hello', text: 'How is it going?' }),
    expect: forStaff(404),
  },
  'students.messages': { of: 'client', expect: forStaff(404) },
  'students.record': { of: 'client', expect: forStaff(404) },
  'students.inviteLinks': { of: 'client', expect: forAdmins(200) },
  'students.createInviteLink': {
    of: 'client',
    body: () => ({
      idempotency_key: randomUUID(),
      course_id: null,
      group_id: null,
      days: 7,
      people_max: null,
    }),
    expect: forAdmins(201),
  },
  // tests/server/students/links.test.ts tries those of others.
  'students.endInviteLink': { of: 'client', expect: forAdmins(404) },
  'students.invitation': { of: 'client', expect: forMembers(404) },
  'students.acceptInvitation': { of: 'client', expect: forMembers(404) },
  'students.views': { of: 'client', expect: forStaff(200) },
  'students.createView': {
    of: 'client',
    body: () => ({ ...aView, name: randomUUID() }),
    expect: forStaff(201),
  },
  // tests/server/students/views.test.ts tries those of others.
  'students.saveView': { of: 'client', body: () => aView, expect: forStaff(404) },
  'students.deleteView': { of: 'client', expect: forStaff(204) },
  'students.groups': { of: 'client', expect: forAdmins(200) },
  'students.createGroup': { of: 'client', body: () => ({ name: randomUUID() }), expect: forAdmins(201) },
  // tests/server/students/groups.test.ts tries those of others.
  'students.saveGroup': {
    of: 'client',
    body: () => ({ name: 'Absent', is_archived: false }),
    expect: forAdmins(404),
  },
  'students.setGroupMembers': {
    of: 'client',
    body: () => ({ ids: [ABSENT], is_member: true }),
    expect: forAdmins(404),
  },
  'students.uploadImport': {
    of: 'client',
    body: () => ({
      idempotency_key: randomUUID(),
      file_name: 'people.csv',
      data: Buffer.from('name,email').toString('base64'),
    }),
    expect: forAdmins(201),
  },
  'students.imports': { of: 'client', expect: forAdmins(200) },
  // tests/server/students/import tries those of others.
  'students.import': { of: 'client', expect: forAdmins(404) },
  'students.checkImport': {
    of: 'client',
    body: () => ({ mapping: ['email'], language: 'en' }),
    expect: forAdmins(404),
  },
  'students.importRows': { of: 'client', expect: forAdmins(404) },
  'students.importErrors': { of: 'client', expect: forAdmins(404) },
  'students.runImport': { of: 'client', body: () => ({ sends_invitations: false }), expect: forAdmins(404) },
  'students.stopImport': { of: 'client', expect: forAdmins(404) },
  'students.undoImport': { of: 'client', expect: forAdmins(404) },
  'students.discardImport': { of: 'client', expect: forAdmins(404) },
  'workshops.list': { of: 'client', expect: forStaff(200) },
  'workshops.options': { of: 'client', expect: forStaff(200) },
  'workshops.create': {
    of: 'client',
    body: () => ({ ...newWorkshop(), idempotency_key: randomUUID() }),
    expect: forStaff(201),
  },
  'workshops.get': { of: 'workshop', expect: gradersOnly(SEES_ALL) },
  // Version 0 is older than any.
  'workshops.save': {
    of: 'workshop',
    body: () => ({ ...newWorkshop(), version: 0 }),
    expect: gradersOnly(CONFLICT),
  },
  'workshops.setState': { of: 'workshop', body: () => ({ state: 'open' }), expect: gradersOnly(SEES_ALL) },
  'workshops.uploadCover': {
    of: 'client',
    body: () => ({ data: 'bm8gcGljdHVyZQ==' }),
    expect: forStaff(422),
  },
  'workshops.registrations': { of: 'client', expect: forStaff(200) },
  'workshops.export': { of: 'client', expect: forStaff(200) },
  // tests/server/workshops/staff.test.ts tries the registrations of others.
  'workshops.changeRegistrations': {
    of: 'client',
    body: () => ({ ids: [ABSENT], action: 'attended' }),
    expect: forStaff(200),
  },
  'workshops.mail': {
    of: 'client',
    body: () => ({ ids: [ABSENT], subject: 'News', text: 'Text', idempotency_key: randomUUID() }),
    expect: forStaff(200),
  },
  'workshops.views': { of: 'client', expect: forStaff(200) },
  'workshops.saveViews': { of: 'client', body: () => ({ views: [] }), expect: forStaff(200) },
}

/**
 * The same for API tokens, which are no persons: the one scope that opens an endpoint, and the status with it. All
 * others refuse every token. Written by hand, because it verifies contract/api-access/scopes.ts.
 */
export const tokenMatrix: Readonly<Record<string, readonly [scope: string, status: number]>> = {
  'students.list': ['people.read', 200],
  'students.invite': ['people.write', 201],
  'students.enrol': ['people.write', 200],
  'students.unenrol': ['people.write', 200],
  'students.courses': ['progress.read', 200],
  'students.get': ['progress.read', 404],
  'assessmentAdmin.totals': ['results.read', 200],
  'assessmentAdmin.results': ['results.read', 200],
  'certificates.issued': ['certificates.read', 200],
  'certificates.numbers': ['certificates.read', 200],
  'money.payments': ['payments.read', 200],
  'money.revenue': ['payments.read', 200],
  'money.dueRefunds': ['payments.read', 200],
}
