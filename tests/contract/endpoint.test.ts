import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { idempotencyOf, perDay, perHour, perMinute, type EndpointSpec } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'

/** Fields that name one call, so that the server knows a repeat. */
const CALL_IDS = ['idempotency_key', 'segment_id', 'batch', 'reference', 'session', 'events']

const fieldsOf = (body: z.ZodMiniType | undefined): string[] =>
  Object.keys((body?._zod.def as { shape?: object } | undefined)?.shape ?? {})
const named = (test: (spec: EndpointSpec) => boolean) =>
  allEndpoints
    .filter(test)
    .map(({ name }) => name)
    .toSorted()

describe('the policy of the endpoints', () => {
  it('counts rate limits in whole requests of a minute, an hour or a day', () => {
    expect([perMinute(1).windowMs, perHour(1).windowMs, perDay(1).windowMs]).toEqual([
      60_000, 3_600_000, 86_400_000,
    ])
    const limits = allEndpoints.flatMap(({ rateLimit }) => rateLimit ?? [])
    expect(limits.length).toBeGreaterThan(10)
    for (const { requests, windowMs } of limits) {
      expect(Number.isInteger(requests) && requests > 0).toBe(true)
      expect([60_000, 3_600_000, 86_400_000]).toContain(windowMs)
    }
  })

  it('limits every public POST except logout', () => {
    expect(named((spec) => spec.access === 'public' && spec.method === 'POST' && !spec.rateLimit)).toEqual([
      'auth.logout',
    ])
  })

  it('keeps only reads of learners offline: no exams, accounts, staff pages or settings', () => {
    const cached = allEndpoints.filter(({ offline }) => offline === 'cache')
    expect(cached.length).toBeGreaterThan(20)
    for (const { name, method, access, path } of cached) {
      expect([name, method, access]).toEqual([name, 'GET', 'member'])
      expect(path).not.toMatch(/^\/accounts|\/admin\/|assessment|\/attempts\/|\/notifications\//)
    }
  })

  it('never compresses responses that hold tokens, keys or secret addresses', () => {
    expect(named(({ hasSecrets, path }) => Boolean(hasSecrets) !== path.startsWith('/accounts/'))).toEqual([
      'apiAccess.createToken',
      'apiAccess.createWebhook',
      'apiAccess.replaceSecret',
      'attendance.board',
      'certificates.download',
      'certificates.startDownload',
      'dashboard.export',
      'emails.feedback',
      'emails.renewEventsKey',
      'emails.setOpenTracking',
      'jobPartner.open',
      'live.feed',
      'live.join',
      'live.renewFeed',
      'recruiting.createPartnerLink',
      'recruiting.exportResumes',
      'recruiting.partnerLinks',
      'students.export',
      'workshops.mine',
      'workshops.registerMyself',
    ])
  })

  it('answers for an inactive client only with its public settings', () => {
    expect(named(({ whenInactive }) => whenInactive === 'allowed')).toEqual(['clients.publicInfo'])
  })

  it('names the call in every body whose repeats are recognised by key', () => {
    const unnamed = named(
      ({ idempotency, body }) =>
        idempotency === 'key' && !fieldsOf(body).some((field) => CALL_IDS.includes(field)),
    )
    expect(unnamed).toEqual([])
    const forgotten = named(
      (spec) => fieldsOf(spec.body).includes('idempotency_key') && spec.idempotency !== 'key',
    )
    expect(forgotten).toEqual([])
  })

  it('lists every call that may act again when it is repeated', () => {
    expect(named((spec) => idempotencyOf(spec) === null)).toEqual([
      'assessmentAdmin.regrade',
      'assessments.sendPhoneCode',
      'auth.beginTotp',
      'auth.changePassword',
      'auth.forgotPassword',
      'auth.google',
      'auth.login',
      'auth.newPasskeyOptions',
      'auth.passkeyLoginOptions',
      'auth.passkeySetUpOptions',
      'auth.renewRecoveryCodes',
      'auth.resendVerification',
      'auth.resetPassword',
      'auth.setUpAtSignIn',
      'auth.signup',
      'auth.stepUp',
      'auth.stepUpOptions',
      'auth.verifyEmail',
      'clients.sendTestMail',
      'clients.testSms',
      'community.voteComment',
      'community.voteThread',
      'emails.renewEventsKey',
      'emails.test',
      // Each call makes another address; only the last one works.
      'live.renewFeed',
      'notifications.testPush',
      'pay.sendPass',
      'paymentLinks.mail',
      'problems.takeTests',
      'security.verify',
    ])
  })
})
