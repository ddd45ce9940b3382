/**
 * The phone check before an attempt (rules: Assessments; A14: five tries for a code, five codes an hour, codes
 * hashed).
 */
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
import { assessmentById, type Learner } from '../attempts/attempts.repository.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { attemptsOfLearner } from '../list.repository.ts'
import { learnerOf } from '../list.service.ts'
import { maskPhone, normalizePhone } from './phone.ts'
import {
  addCode,
  bindPhone,
  codesSince,
  countEntry,
  endCode,
  phoneOwnerOf,
  lockCode,
  lockPhone,
  phoneOfLearner,
} from './phone.repository.ts'
import { codeText } from './phone-texts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When fewer than `count` of the sent codes are inside the window. */
const nextAllowedAt = (sent: readonly Date[], limit: number, windowMs: number): number =>
  (sent[limit - 1]?.getTime() ?? Number.NEGATIVE_INFINITY) + windowMs

const requireCodeAllowed = (sent: readonly Date[], now: Date): void => {
  const nextCodeAt = Math.max(
    nextAllowedAt(sent, 1, CODE_RESEND_AFTER_MS),
    nextAllowedAt(sent, CODES_PER_HOUR, HOUR_MS),
    nextAllowedAt(sent, CODES_PER_DAY, DAY_MS),
  )
  if (nextCodeAt <= now.getTime()) return
  throw new AppError(
    'too_many_requests',
    'A code was sent a moment ago. Please wait before asking for another.',
    {
      retryAfterSeconds: Math.ceil((nextCodeAt - now.getTime()) / 1000),
    },
  )
}

const phoneTaken = () =>
  new AppError('conflict', 'This number was already used for this assessment by somebody else.')

const parsePhone = (context: AssessmentContext, input: string): string => {
  const phone = normalizePhone(input, context.codes.fold)
  if (phone === null) throw invalidField('phone', fieldIssue('invalid_phone'))
  return phone
}

const requirePhoneAvailable = async (
  db: TenantDb,
  learner: Learner,
  assessmentId: number,
  phone: string,
): Promise<void> => {
  const phoneOwner = await phoneOwnerOf(db, learner.clientId, assessmentId, phone)
  if (phoneOwner && phoneOwner.user_id !== learner.userId && phoneOwner.used) throw phoneTaken()
}

const requireVisible = async (db: TenantDb, learner: Learner, assessmentId: number): Promise<void> => {
  const assessment = await assessmentById(db, learner.clientId, assessmentId)
  const isVisible =
    assessment?.status === 'active' || (await attemptsOfLearner(db, learner, assessmentId)).length > 0
  if (!assessment || !isVisible) throw notFound()
}

/** Bound to learner, assessment and number: the code is valid for nothing else. */
const codeHmac = (
  context: AssessmentContext,
  learner: Learner,
  assessmentId: number,
  phone: string,
  code: string,
) =>
  createHmac('sha256', context.codeKey)
    .update([learner.clientId, learner.userId, assessmentId, phone, code].join(':'))
    .digest()

export const sendCode = (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: BodyOf<typeof sendPhoneCode>,
): Promise<ResponseOf<typeof sendPhoneCode>> => {
  const phone = parsePhone(context, body.phone)
  return scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    await requireVisible(db, learner, assessmentId)
    await lockPhone(db, learner, phone)
    await requirePhoneAvailable(db, learner, assessmentId, phone)
    requireCodeAllowed(await codesSince(db, learner, phone, new Date(now.getTime() - DAY_MS)), now)
    const code = context.codes.make()
    const expiresAt = new Date(now.getTime() + CODE_TTL_MS)
    await addCode(db, learner, {
      assessmentId,
      sessionId: scope.actor.sessionId,
      phone,
      hmac: codeHmac(context, learner, assessmentId, phone, code),
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
      detail: { phone: maskPhone(phone) },
    })
    return {
      phone: maskPhone(phone),
      expires_at: expiresAt.toISOString(),
      resend_after: CODE_RESEND_AFTER_MS / 1000,
    }
  })
}

type CodeCheck = 'right' | 'wrong' | 'expired' | 'taken'

const checkCode = async (
  context: AssessmentContext,
  db: TenantDb,
  learner: Learner & { sessionId: string },
  assessmentId: number,
  phone: string,
  code: string,
  now: Date,
): Promise<CodeCheck> => {
  // A retry after a lost response: the number is verified already.
  const row = await lockCode(db, learner, assessmentId)
  if (!row) return (await phoneOfLearner(db, learner, assessmentId)) === phone ? 'right' : 'expired'
  if (row.phone !== phone || row.expires_at <= now) return 'expired'
  // The sign-in that asked is the only one that may enter it; another neither uses it nor uses up its tries.
  if (row.session_id !== null && row.session_id !== learner.sessionId) return 'expired'
  if (!timingSafeEqual(row.code_hmac, codeHmac(context, learner, assessmentId, phone, code))) {
    await countEntry(db, learner.clientId, row.id, CODE_TRIES, now)
    return 'wrong'
  }
  await endCode(db, learner.clientId, row.id, now)
  const phoneOwner = await phoneOwnerOf(db, learner.clientId, assessmentId, phone)
  if (phoneOwner && phoneOwner.user_id !== learner.userId && phoneOwner.used) return 'taken'
  await bindPhone(db, learner, assessmentId, phone, now)
  return 'right'
}

export const confirmCode = async (
  context: AssessmentContext,
  scope: MemberScope,
  assessmentId: number,
  body: BodyOf<typeof confirmPhone>,
): Promise<ResponseOf<typeof confirmPhone>> => {
  const phone = parsePhone(context, body.phone)
  const learner = learnerOf(scope)
  // The failed entry must stay counted, so the error is thrown after the commit.
  const check = await scope.tx(async (db) => {
    await requireVisible(db, learner, assessmentId)
    await lockPhone(db, learner, phone)
    return checkCode(
      context,
      db,
      { ...learner, sessionId: scope.actor.sessionId },
      assessmentId,
      phone,
      context.codes.fold(body.code),
      scope.clock.now(),
    )
  })
  if (check === 'taken') throw phoneTaken()
  if (check === 'wrong')
    throw new AppError('invalid_code', 'This code is not right. Please check it or ask for a new one.')
  if (check === 'expired')
    throw new AppError('code_expired', 'This code is no longer valid. Please ask for a new one.')
  return { phone: maskPhone(phone) }
}
