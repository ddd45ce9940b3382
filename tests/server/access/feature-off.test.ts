/** TE5: a feature that a client has switched off is gone from the API: 404 `feature_off`, for everybody who is signed in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alwaysOn, featureSlugs, type FeatureSlug } from '#contract/client-info/feature-slugs.ts'
import { getLearningHome, type LearningHome } from '#contract/courses/learning-home.ts'
import { pathFor, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { createFeatures } from '#server/app.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { matrix } from './matrix.ts'
import { pathOf } from './path.ts'
import { A, startAccessWorld, type AccessWorld, type Principal } from './world.ts'

/** Calls whose names begin so serve every client, whatever it switched off. */
const COMMON = [
  'activity',
  'apiAccess',
  'auth',
  'badges',
  'clients',
  'dashboard',
  'leaderboard',
  'learnerPlan',
  'moments',
  'notifications',
  'ownData',
  'platform',
  'profile',
  'search',
  'security',
  'support',
]
/** Single ones: the home is always there, and shows what is on. */
const COMMON_CALLS = ['courses.learningHome']
/** Ends the session of the caller, so that later calls would say 401. */
const ENDS_SESSION = ['auth.logout', 'auth.endOtherSessions', 'auth.changePassword', 'auth.endMemberSessions']

let world: AccessWorld
beforeAll(async () => {
  world = await startAccessWorld()
})
afterAll(() => world.server.close())

const switchTo = async ({ server }: AccessWorld, features: readonly FeatureSlug[]) => {
  await switchFeatures(server.db, A, features)
  await server.core.db.withTenant(A, (db) =>
    server.core.changes.announce(db, { kind: 'client', clientId: A }),
  )
}
const codeOf = async (
  accessWorld: AccessWorld,
  spec: EndpointSpec,
  principal: Principal,
): Promise<string> => {
  const row = matrix[spec.name]!
  const body = row.body?.()
  const token = accessWorld.tokens[principal]
  const answer = await accessWorld.server.app.inject({
    method: spec.method,
    url: pathOf(accessWorld, spec, row, 'own'),
    ...(body === undefined ? {} : { payload: body as object }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const { code = '' } = answer.body.startsWith('{') ? answer.json<{ code?: string }>() : {}
  return `${answer.statusCode} ${code}`
}
/** Endpoints that answer otherwise than their feature says, one line each. */
const deviations = async (
  accessWorld: AccessWorld,
  isOff: (spec: EndpointSpec) => boolean,
): Promise<string[]> => {
  const deviating: string[] = []
  for (const spec of allEndpoints) {
    if (ENDS_SESSION.includes(spec.name)) continue
    for (const principal of ['studentA1', 'superadminA'] as const) {
      const code = await codeOf(accessWorld, spec, principal)
      if ((code === '404 feature_off') !== isOff(spec))
        deviating.push(`${spec.name} as ${principal}: ${code}`)
    }
  }
  return deviating
}

describe('TE5: features that a client can switch off', () => {
  it('TE5: every call names its feature, or is one of those that every client has', () => {
    const common = allEndpoints.filter(({ feature }) => feature === null).map(({ name }) => name)
    const unexpected = common.filter(
      (name) => !COMMON.includes(name.split('.')[0] ?? '') && !COMMON_CALLS.includes(name),
    )
    expect(unexpected).toEqual([])
    expect(new Set(allEndpoints.flatMap(({ feature }) => (feature === null ? [] : [feature])))).toEqual(
      new Set([
        'course',
        'assessment',
        'live_class',
        'job_portal',
        'community_forum',
        'admin_course_builder',
        'admin_manage_students',
        'admin_emails',
        'admin_workshop_reg',
        'admin_live',
        'admin_payment',
        'admin_referral',
        'admin_webinar_management',
        'admin_assessment_result',
        'attendance',
        'live_class',
        'community_forum',
        'admin_course_builder',
        'admin_assessment_result',
        'admin_attendance',
      ]),
    )
  })

  it('leaves courses out of the learning home while they are off', async () => {
    const token = await world.signIn(A, 'student-one')
    await world.server.db.asSuperuser(
      `insert into enrolment (client_id, course_id, user_id) values ($1, $2, $3) on conflict do nothing`,
      [A, world.lessons.own.course, world.users.studentA1],
    )
    const home = async () =>
      (
        await world.server.app.inject({
          url: pathFor(getLearningHome, { clientId: A }),
          headers: { authorization: `Bearer ${token}` },
        })
      ).json<LearningHome>().courses
    await switchTo(world, featureSlugs)
    const before = await home()
    await switchTo(world, ['dashboard'])
    expect(before).not.toEqual([])
    expect(await home()).toEqual([])
  })

  it('TE5: answers 404 feature_off for every call of a client without features', async () => {
    await switchTo(world, alwaysOn)
    expect(await deviations(world, ({ feature }) => feature !== null)).toEqual([])
  }, 120_000)

  it('TE5: switches one feature off and leaves the others alone', async () => {
    await switchTo(
      world,
      featureSlugs.filter((slug) => slug !== 'community_forum'),
    )
    expect(await deviations(world, ({ feature }) => feature === 'community_forum')).toEqual([])
  }, 120_000)

  it('tells strangers nothing about what is switched off', async () => {
    await switchTo(world, alwaysOn)
    const codes = new Set<string>()
    for (const spec of allEndpoints)
      if (spec.access !== 'public') codes.add(await codeOf(world, spec, 'anonymous'))
    expect(codes).toEqual(new Set(['401 unauthenticated']))
  })

  it('finds everything again when the feature is back', async () => {
    const thread = allEndpoints.find(({ name }) => name === 'community.thread')!
    await switchTo(world, alwaysOn)
    expect(await codeOf(world, thread, 'studentA1')).toBe('404 feature_off')
    await switchTo(world, featureSlugs)
    expect(await codeOf(world, thread, 'studentA1')).toBe('200 ')
  })
})

describe('feature switch controls', () => {
  it('control: finds a server that only hides the links', async () => {
    const naive = await startAccessWorld((core) => {
      const features = createFeatures(core)
      const { findTenant } = features.clients
      return {
        ...features,
        clients: {
          ...features.clients,
          findTenant: async (clientId) => {
            const tenant = await findTenant(clientId)
            return tenant && { ...tenant, features: new Set(featureSlugs) }
          },
        },
      }
    })
    try {
      await switchTo(naive, alwaysOn)
      const thread = allEndpoints.find(({ name }) => name === 'community.thread')!
      expect(await codeOf(naive, thread, 'studentA1')).toBe('200 ')
      expect(await codeOf(naive, thread, 'superadminA')).toBe('200 ')
    } finally {
      await naive.server.close()
    }
  })
})
