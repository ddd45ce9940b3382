import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featureSlugs } from '#contract/client-info/feature-slugs.ts'
import { allEndpoints } from '#contract/index.ts'
import { pathFor } from '#contract/endpoint.ts'
import { switchFeatures } from '#tests/support/server/people.ts'
import { createAuthWorld, PASSWORD, quickHasher, type AuthWorld } from '../world.ts'

const STEP_UP_MS = 5 * 60_000

/** Every call that needs a proof of identity from the last five minutes; a new one is added here on purpose. */
const PROTECTED = [
  'apiAccess.createToken',
  'apiAccess.createWebhook',
  'apiAccess.replaceSecret',
  'apiAccess.saveWebhook',
  'assessmentAdmin.export',
  'auth.addPasskey',
  'auth.beginTotp',
  'auth.changePassword',
  'auth.confirmTotp',
  'auth.endMemberSession',
  'auth.endMemberSessions',
  'auth.endOtherSessions',
  'auth.endSession',
  'auth.newPasskeyOptions',
  'auth.removePasskey',
  'auth.removeTotp',
  'auth.renewRecoveryCodes',
  'auth.resetMemberSecondStep',
  'auth.setSignInRules',
  'authoring.delete',
  'certificates.issueBulk',
  'certificates.reissue',
  'certificates.restore',
  'certificates.revoke',
  'certificates.startDownload',
  'clients.publishBrand',
  'clients.publishLegal',
  'clients.removeDomain',
  'clients.removeMailSender',
  'clients.restoreBrand',
  'clients.setAccountRules',
  'clients.setLanguages',
  'clients.setMail',
  'clients.setMailSender',
  'clients.setMainDomain',
  'clients.switchFeature',
  'courses.grantAccess',
  'courses.reverseRefund',
  'courses.setPaymentInstructions',
  'courses.settleRefund',
  'dashboard.export',
  'emails.renewEventsKey',
  'emails.resend',
  'emails.send',
  'liveAdmin.saveProvider',
  'money.chooseProvider',
  'money.exportCoupons',
  'money.exportJournal',
  'money.exportPayments',
  'money.exportTaxDocuments',
  'money.publishProgramme',
  'money.refundCheckout',
  'money.removeProvider',
  'money.repairFinding',
  'money.saveProgramme',
  'money.saveProvider',
  'money.saveSeller',
  'money.settleProgrammeRefund',
  'ownData.exportAddress',
  'ownData.requestDeletion',
  'ownData.requestExport',
  'paymentLinks.create',
  'paymentLinks.decide',
  'paymentLinks.decideReturn',
  'paymentLinks.import',
  'paymentLinks.note',
  'paymentLinks.return',
  'paymentLinks.setLimit',
  'platform.applyRollout',
  'platform.createClient',
  'platform.setClientLimits',
  'platform.setClientState',
  'referrals.exportPayouts',
  'referrals.payOut',
  'referrals.review',
  'referrals.saveReward',
  'scorm.exportResults',
  'students.export',
  'students.importErrors',
  'students.runImport',
  'students.setActive',
  'students.setRole',
  'students.startBulk',
  'students.undoBulk',
  'students.undoImport',
  'support.start',
]

describe('Step-up', () => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    await switchFeatures(world.server.db, 7, featureSlugs)
  })
  afterAll(() => world.close())

  const staff = () => world.person({ role: 'superadmin' })
  const late = async (email: string) => {
    const { access_token: token } = await world.signIn(email)
    world.clock.advance(STEP_UP_MS)
    return token
  }
  const endOthers = (token: string) => world.call('DELETE', 'sessions', token)

  it('is declared by exactly the dangerous calls', () => {
    const declared = allEndpoints.filter(({ stepUp }) => stepUp).map(({ name }) => name)
    expect(declared.toSorted()).toEqual(PROTECTED)
  })

  it.each(allEndpoints.filter(({ stepUp }) => stepUp).map((spec) => [spec.name, spec] as const))(
    'refuses %s after five minutes, before it reads the body',
    async (_name, spec) => {
      const { email } = await staff()
      const token = await late(email)
      const ids = {
        clientId: 7,
        courseId: 1,
        assessmentId: 1,
        itemId: 1,
        purchaseId: 1,
        referralId: 1,
        findingId: 1,
        orderId: 1,
        checkoutId: crypto.randomUUID(),
      }
      const params = {
        programme: 'flagship',
        ...ids,
        userId: 1,
        passkeyId: 'x',
        provider: 'jitsi',
        paymentProvider: 'stripe',
        legalKind: 'terms',
        domainId: 1,
        otherId: 1,
        sessionId: crypto.randomUUID(),
        webhookId: crypto.randomUUID(),
      }
      const ofCertificate = { certificateId: 1, kind: 'course', subjectId: 1 }
      const response = await world.server.app.inject({
        method: spec.method,
        url: pathFor(spec, {
          ...params,
          ...ofCertificate,
          bulkId: crypto.randomUUID(),
          importId: crypto.randomUUID(),
          campaignId: crypto.randomUUID(),
          versionId: 1,
          paymentLinkId: 1,
          paymentNoteId: 1,
          paymentReturnId: 1,
        }),
        headers: { authorization: `Bearer ${token}` },
        ...(spec.body && { payload: { nonsense: true } }),
      })
      expect([response.statusCode, response.json().code]).toEqual([403, 'step_up_required'])
    },
  )

  it('counts a sign-in as a proof for five minutes', async () => {
    const { email } = await world.person()
    const { access_token: token } = await world.signIn(email)
    world.clock.advance(STEP_UP_MS - 1000)
    expect((await endOthers(token)).statusCode).toBe(204)
    world.clock.advance(1000)
    expect((await endOthers(token)).statusCode).toBe(403)
  })

  it('works for the next five minutes after the password is entered again, in this session only', async () => {
    const { email } = await world.person()
    const other = (await world.signIn(email)).access_token
    const token = await late(email)
    expect((await world.call('GET', 'step-up', token)).json()).toEqual({ methods: ['password'] })
    const proof = await world.post('step-up', { password: PASSWORD }, { token })
    expect(proof.statusCode).toBe(200)
    expect(Date.parse(proof.json().until) - world.clock.now().getTime()).toBe(STEP_UP_MS)
    expect((await endOthers(other)).statusCode).toBe(403)
    expect((await endOthers(token)).statusCode).toBe(204)
    world.clock.advance(STEP_UP_MS)
    expect((await endOthers(token)).statusCode).toBe(403)
  })

  it('refuses a wrong password under its field and slows guessing down', async () => {
    const { email, id } = await world.person()
    const token = await late(email)
    const wrong = await world.post('step-up', { password: 'not this one' }, { token })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().fields.password[0].code).toBe('incorrect')
    expect((await endOthers(token)).statusCode).toBe(403)
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await world.post('step-up', { password: 'not this one' }, { token })).statusCode)
    expect(statuses).toContain(429)
    expect(
      (await world.audits('auth.step_up')).filter(({ actor_id }) => actor_id === id).length,
    ).toBeGreaterThan(0)
  })

  it('takes only the second step of somebody who has one', async () => {
    const { email } = await world.person()
    const { access_token: token } = await world.signIn(email)
    const { key } = (await world.post('two-step/totp', {}, { token })).json()
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.now().getTime() })
    await world.post('two-step/totp/confirm', { code: code() }, { token })
    world.clock.advance(STEP_UP_MS)
    expect((await world.call('GET', 'step-up', token)).json()).toEqual({ methods: ['totp'] })
    expect((await world.post('step-up', { password: PASSWORD }, { token })).statusCode).toBe(422)
    expect((await world.call('DELETE', 'two-step/totp', token)).statusCode).toBe(403)
    const used = code()
    expect((await world.post('step-up', { code: used }, { token })).statusCode).toBe(200)
    expect((await world.post('step-up', { code: used }, { token })).statusCode).toBe(422)
    expect((await world.call('DELETE', 'two-step/totp', token)).statusCode).toBe(204)
  })

  it('requires a proof in sessions from before the rule', async () => {
    const { email, id } = await world.person()
    const { access_token: token } = await world.signIn(email)
    await world.server.db.asSuperuser('update user_session set proved_at = null where user_id = $1', [id])
    expect((await endOthers(token)).statusCode).toBe(403)
  })
})
