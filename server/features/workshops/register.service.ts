import { checkAnswers, keptAnswers, type Answers, type WorkshopField } from '#contract/workshops/fields.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldIssue } from '#contract/errors.ts'
import type { Outcome, registerForWorkshop } from '#contract/workshops/public.ts'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope, PublicScope } from '#server/core/http/scope.ts'
import { checkFile } from './answer-file.ts'
import type { WorkshopsContext } from './context.ts'
import { mailStatus } from './mail/mails.ts'
import { accountOf, ownAnswer, publishedWorkshop, seatsLeft } from './page.service.ts'
import {
  noteMailed,
  registrationByEmail,
  writeRegistration,
  type NewRegistration,
  type RegistrationRow,
} from './registrations.repository.ts'
import { confirmUntil, takesRegistrations } from './seats.ts'
import { settleWorkshop, type Settled } from './settle.service.ts'
import { checkFormToken } from './tokens.ts'
import type { WorkshopRow } from './workshops.repository.ts'

/** A repeated registration sends the mail again, but not more often than this. */
const MAIL_AGAIN_AFTER_MS = 10 * 60_000

const emailKeyOf = (email: string) => email.normalize('NFC').trim().toLowerCase()

const notOpen = () => new AppError('conflict', 'The registration for this workshop is closed.')

interface Form {
  readonly name: string
  readonly answers: Answers
  readonly file: { readonly name: string; readonly data: string } | null
}

type Person = Omit<NewRegistration, 'status' | 'until' | 'answers' | 'file'>

const requireAnswers = (fields: readonly WorkshopField[], { answers, file }: Form): void => {
  const issues = Object.entries(checkAnswers(fields, answers, file !== null))
  if (issues.length === 0) return
  throw new AppError('invalid_fields', 'Please check the fields of the form.', {
    fields: Object.fromEntries(
      issues.map(([id, issue]): [string, FieldIssue[]] => [`answers.${id}`, [issue]]),
    ),
  })
}

/** Stored outside of the transaction: encoding a picture again takes a second. The same content has the same name. */
const storeAnswerFile = async (
  context: WorkshopsContext,
  clientId: number,
  fields: readonly WorkshopField[],
  file: Form['file'],
): Promise<NewRegistration['file']> => {
  const field = fields.find(({ kind }) => kind === 'file')
  if (!field || !file) return null
  const { ending, content } = await checkFile(file.data, `answers.${field.id}`)
  return {
    name: file.name,
    url: await context.storeFile(clientId, { words: 'workshop-answer', ending, content }),
  }
}

/** The seat that a new person gets: `confirms` says whether a mail confirms the address first. */
const placeFor = (
  { workshop, left }: Settled,
  confirms: boolean,
  now: Date,
): { status: RegistrationStatus; until: Date | null } => {
  if (left < 1) return { status: 'waiting', until: null }
  return confirms
    ? { status: 'registered', until: confirmUntil(workshop.starts_at, now) }
    : { status: 'confirmed', until: null }
}

const mailAgain = async (
  context: WorkshopsContext,
  db: TenantDb,
  workshop: WorkshopRow,
  row: RegistrationRow,
  now: Date,
): Promise<void> => {
  if (row.mailed_at && now.getTime() - row.mailed_at.getTime() < MAIL_AGAIN_AFTER_MS) return
  await mailStatus(context, db, workshop, row)
  await noteMailed(db, row.client_id, row.id, now)
}

/** Behind the lock of the workshop: gives a seat or a place on the waiting list, or finds what the address has already. */
const place = async (
  context: WorkshopsContext,
  db: TenantDb,
  key: { clientId: number; workshopId: number },
  {
    person,
    form,
    file,
    confirms,
  }: { person: Person; form: Form; file: NewRegistration['file']; confirms: boolean },
  now: Date,
): Promise<{ row: RegistrationRow; settled: Settled }> => {
  const settled = await settleWorkshop(context, db, key, now)
  if (!settled) throw notFound()
  const { workshop } = settled
  const known = await registrationByEmail(db, key, person.emailKey)
  if (known && known.status !== 'cancelled') {
    await mailAgain(context, db, workshop, known, now)
    return { row: known, settled }
  }
  if (!takesRegistrations(workshop, now)) throw notOpen()
  // The form may have changed since the answers were checked.
  requireAnswers(workshop.fields, form)
  const row = await writeRegistration(
    db,
    key,
    {
      ...person,
      answers: keptAnswers(workshop.fields, form.answers),
      file,
      ...placeFor(settled, confirms, now),
    },
    now,
  )
  await mailStatus(context, db, workshop, row)
  return { row, settled }
}

/** What a new person gets: the same answer for everybody, so that nobody learns who is registered. */
const outcomeOf = (left: number, confirms: boolean): Outcome =>
  left < 1 ? 'waiting' : confirms ? 'check_mail' : 'confirmed'

const requireHumanPace = (
  context: WorkshopsContext,
  clientId: number,
  code: string,
  token: string,
  now: Date,
) => {
  const result = checkFormToken(context.formKey, { clientId, code, token }, now)
  if (result === 'ok') return
  throw invalidField('form_token', {
    code: result === 'too_fast' ? 'too_small' : 'invalid',
    message:
      result === 'too_fast'
        ? 'That was fast. Please wait a moment and send the form again.'
        : 'This form was open for a long time. Please send it again.',
  })
}

/** Checks the form before anything is locked or stored. */
const openWorkshop = (scope: PublicScope, code: string, form: Form) =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const workshop = await publishedWorkshop(db, scope.tenant.clientId, code)
    if (!takesRegistrations(workshop, now)) throw notOpen()
    requireAnswers(workshop.fields, form)
    return { workshop, left: await seatsLeft(db, workshop, now) }
  })

export const register = async (
  context: WorkshopsContext,
  scope: PublicScope,
  code: string,
  body: BodyOf<typeof registerForWorkshop>,
): Promise<{ outcome: Outcome }> => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  requireHumanPace(context, clientId, code, body.form_token, now)
  const { workshop, left } = await openWorkshop(scope, code, body)
  // A bot gets the same answer as people do, so that it does not try again.
  if (body.website !== '') return { outcome: outcomeOf(left, workshop.double_opt_in) }
  const file = await storeAnswerFile(context, clientId, workshop.fields, body.file)
  return scope.tx(async (db) => {
    const { settled } = await place(
      context,
      db,
      { clientId, workshopId: workshop.id },
      {
        person: {
          name: body.name,
          email: body.email,
          emailKey: emailKeyOf(body.email),
          userId: null,
          language: languageFor(scope),
        },
        form: body,
        file,
        confirms: workshop.double_opt_in,
      },
      now,
    )
    return { outcome: outcomeOf(settled.left, workshop.double_opt_in) }
  })
}

/** A signed-in person registers with the address of the account, which was confirmed when the account was made. */
export const registerMyself = async (
  context: WorkshopsContext,
  scope: MemberScope,
  code: string,
  form: Form,
) => {
  const { clientId } = scope.tenant
  const now = scope.clock.now()
  const { workshop } = await openWorkshop(scope, code, form)
  const file = await storeAnswerFile(context, clientId, workshop.fields, form.file)
  return scope.tx(async (db) => {
    const account = await accountOf(db, scope)
    if (!account.is_verified)
      throw new AppError('email_not_verified', 'Please confirm your email address first.')
    const { row, settled } = await place(
      context,
      db,
      { clientId, workshopId: workshop.id },
      {
        person: {
          name: form.name,
          email: account.email,
          emailKey: emailKeyOf(account.email),
          userId: scope.actor.userId,
          language: languageFor(scope),
        },
        form,
        file,
        confirms: false,
      },
      now,
    )
    return ownAnswer(context, db, settled.workshop, row, now)
  })
}
