/** The phone check before an attempt (RULES "Assessments"; TRUST A14: five tries a code, five codes an hour, hashed). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { confirmPhone, sendPhoneCode } from '#contract/assessments/assessments.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import {
  CODE_RESEND_AFTER_MS,
  CODE_TRIES,
  CODE_TTL_MS,
  CODES_PER_DAY,
  CODES_PER_HOUR,
} from '#contract/limits.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { assessmentById, type Own } from '../attempts/attempts.repository.ts'
import { audit } from '../audit-line.ts'
import type { AssessmentContext } from '../context.ts'
import { ownAttempts } from '../list.repository.ts'
import { ownOf } from '../list.service.ts'
import { hiddenPhone, plainPhone } from './phone.ts'
import {
  addCode,
  bindPhone,
  codesSince,
  countTry,
  endCode,
  holderOf,
  lockCode,
  lockPhone,
  ownPhone,
} from './phone.repository.ts'
import { codeText } from './phone-texts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Until when this many codes within the window keep the next one back. */
const until = (sent: readonly Date[], count: number, windowMs: number): number =>
  (sent[count - 1]?.getTime() ?? Number.NEGATIVE_INFINITY) + windowMs

const refuseTooMany = (sent: readonly Date[], now: Date): void => {
  const opens = Math.max(
    until(sent, 1, CODE_RESEND_AFTER_MS),
    until(sent, CODES_PER_HOUR, HOUR_MS),
    until(sent, CODES_PER_DAY, DAY_MS),
  )
  if (opens <= now.getTime()) return
  throw new AppError(
    'too_many_requests',
    'A code was sent a moment ago. Please wait before asking for another.',
    {
      retryAfterSeconds: Math.ceil((opens - now.getTime()) / 1000),
    },
  )
}

const taken = () =>
  new AppError('conflict', 'This number was already used for this assessment by somebody else.')

const numberOf = (context: AssessmentContext, typed: string): string => {
  const phone = plainPhone(typed, context.codes.fold)
  if (phone === null) throw invalidField('phone', fieldIssue('invalid_phone'))
  return phone
}

const refuseForeign = async (db: TenantDb, own: Own, assessmentId: number, phone: string): Promise<void> => {
  const holder = await holderOf(db, own.clientId, assessmentId, phone)
  if (holder && holder.user_id !== own.userId && holder.used) throw taken()
}

const refuseHidden = async (db: TenantDb, own: Own, assessmentId: number): Promise<void> => {
  const assessment = await assessmentById(db, own.clientId, assessmentId)
  const open = assessment?.status === 'active' || (await ownAttempts(db, own, assessmentId)).length > 0
  if (!assessment || !open) throw notFound()
}

/** Bound to person, assessment and number: a code opens nothing else. */
const hmacOf = (context: AssessmentContext, own: Own, assessmentId: number, phone: string, code: string) =>
  createHmac('sha256', context.codeKey)
    .update([own.clientId, own.userId, assessmentId, phone, code].join(':'))
    .digest()

export const sendCode = (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: BodyOf<typeof sendPhoneCode>,
): Promise<ResponseOf<typeof sendPhoneCode>> => {
  const phone = numberOf(context, body.phone)
  return scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    await refuseHidden(db, own, assessmentId)
    await lockPhone(db, own, phone)
    await refuseForeign(db, own, assessmentId, phone)
    refuseTooMany(await codesSince(db, own, phone, new Date(now.getTime() - DAY_MS)), now)
    const code = context.codes.make()
    const expiresAt = new Date(now.getTime() + CODE_TTL_MS)
    await addCode(db, own, {
      assessmentId,
      phone,
      hmac: hmacOf(context, own, assessmentId, phone, code),
      now,
      expiresAt,
    })
    await context.core.outbox.add(db, {
      to: phone,
      channel: 'sms',
      language: body.language,
      subject: '',
      text: codeText[body.language](code),
      html: null,
    })
    await audit(context, db, scope, {
      action: 'assessments.phoneCode',
      object: `assessment:${assessmentId}`,
      detail: { phone: hiddenPhone(phone) },
    })
    return {
      phone: hiddenPhone(phone),
      expires_at: expiresAt.toISOString(),
      resend_after: CODE_RESEND_AFTER_MS / 1000,
    }
  })
}

type Verdict = 'right' | 'wrong' | 'expired' | 'taken'

const judge = async (
  context: AssessmentContext,
  db: TenantDb,
  own: Own,
  assessmentId: number,
  phone: string,
  code: string,
  now: Date,
): Promise<Verdict> => {
  // A repeat whose first answer was lost: the number stands verified already.
  const row = await lockCode(db, own, assessmentId)
  if (!row) return (await ownPhone(db, own, assessmentId)) === phone ? 'right' : 'expired'
  if (row.phone !== phone || row.expires_at <= now) return 'expired'
  if (!timingSafeEqual(row.code_hmac, hmacOf(context, own, assessmentId, phone, code))) {
    await countTry(db, own.clientId, row.id, CODE_TRIES, now)
    return 'wrong'
  }
  await endCode(db, own.clientId, row.id, now)
  const holder = await holderOf(db, own.clientId, assessmentId, phone)
  if (holder && holder.user_id !== own.userId && holder.used) return 'taken'
  await bindPhone(db, own, assessmentId, phone, now)
  return 'right'
}

export const confirmCode = async (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: BodyOf<typeof confirmPhone>,
): Promise<ResponseOf<typeof confirmPhone>> => {
  const phone = numberOf(context, body.phone)
  const own = ownOf(scope)
  // What was tried stays counted: the refusal comes after the commit.
  const verdict = await scope.tx(async (db) => {
    await refuseHidden(db, own, assessmentId)
    await lockPhone(db, own, phone)
    return judge(context, db, own, assessmentId, phone, context.codes.fold(body.code), scope.clock.now())
  })
  if (verdict === 'taken') throw taken()
  if (verdict === 'wrong')
    throw new AppError('invalid_code', 'This code is not right. Please check it or ask for a new one.')
  if (verdict === 'expired')
    throw new AppError('code_expired', 'This code is no longer valid. Please ask for a new one.')
  return { phone: hiddenPhone(phone) }
}
