/** Applying: once per job, until the deadline by the server's clock (rules: Jobs). */
import type { BodyOf } from '#contract/endpoint.ts'
import {
  isDecided,
  type apply as contract,
  type ApplicationLine,
  type ApplyForm,
  type GivenAnswer,
  type Proof,
  type ShownQuestion,
} from '#contract/job-applications/applications.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import type { ApplicationContext } from '../context.ts'
import { addEvent } from '../events.repository.ts'
import { isPublished, jobById, toJob, toQuestions, type JobRow } from '../job-rows.ts'
import { resumeOf } from '../resumes/resumes.repository.ts'
import { personOf, toResume } from '../resumes/resumes.service.ts'
import {
  applicationTo,
  insertApplication,
  profileOf,
  type ApplicationRow,
} from './applications.repository.ts'

export const toLine = (
  application: Pick<ApplicationRow, 'id' | 'state' | 'applied_at' | 'changed_at'>,
  job: JobRow,
  language: Language,
): ApplicationLine => ({
  id: application.id,
  job: toJob(job, language),
  state: application.state,
  applied_at: application.applied_at.toISOString(),
  changed_at: application.changed_at.toISOString(),
  can_withdraw: !isDecided(application.state),
})

const requireJob = async (db: TenantDb, scope: MemberScope, jobId: number): Promise<JobRow> => {
  const job = await jobById(db, scope.tenant.clientId, jobId, scope.clock.now())
  if (!job || !isPublished(job)) throw notFound()
  return job
}

/** One after another: the queries share a connection. */
const proofsOf = async (
  { proofs }: ApplicationContext,
  db: TenantDb,
  scope: MemberScope,
): Promise<Proof[]> => {
  const found: Proof[] = []
  const view = { now: scope.clock.now(), language: languageFor(scope) }
  for (const read of proofs) found.push(...(await read(db, personOf(scope), view)))
  return found.toSorted((a, b) => b.at.localeCompare(a.at))
}

export const applyForm = (
  context: ApplicationContext,
  scope: MemberScope,
  jobId: number,
): Promise<ApplyForm> =>
  scope.tx(async (db) => {
    const language = languageFor(scope)
    const person = personOf(scope)
    const job = await requireJob(db, scope, jobId)
    const resume = await resumeOf(db, person)
    const application = await applicationTo(db, person, jobId)
    return {
      job: toJob(job, language),
      questions: toQuestions(job, language),
      profile: await profileOf(db, person),
      resume: resume && toResume(scope, resume),
      proofs: await proofsOf(context, db, scope),
      application: application && toLine(application, job, language),
    }
  })

const isFitting = (question: ShownQuestion, value: string): boolean => {
  if (question.kind === 'choice') return question.options.includes(value)
  if (question.kind === 'yes_no') return value === 'yes' || value === 'no'
  if (question.kind === 'number') return /^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(value)
  return true
}

const answersTo = (
  questions: readonly ShownQuestion[],
  given: BodyOf<typeof contract>['answers'],
): GivenAnswer[] =>
  questions.flatMap((question) => {
    const value = given.find((answer) => answer.question_id === question.id)?.value.trim() ?? ''
    if (value === '' && question.required)
      throw invalidField(`answers.${question.id}`, fieldIssue('required'))
    if (value !== '' && !isFitting(question, value))
      throw invalidField(`answers.${question.id}`, fieldIssue('invalid'))
    return value === '' ? [] : [{ question_id: question.id, label: question.label, value }]
  })

export const applyTo = (
  context: ApplicationContext,
  scope: MemberScope,
  jobId: number,
  body: BodyOf<typeof contract>,
): Promise<ApplicationLine> =>
  scope.tx(async (db) => {
    const language = languageFor(scope)
    const person = personOf(scope)
    const { clientId } = person
    const job = await requireJob(db, scope, jobId)
    const former = await applicationTo(db, person, jobId)
    if (former) return toLine(former, job, language)
    if (job.closed !== null) throw new AppError('conflict', 'Applying to this job has closed.')
    const answers = answersTo(toQuestions(job, language), body.answers)
    // The lock keeps the file: replacing the résumé waits until the application refers to it.
    const resume = await resumeOf(db, person, 'share')
    if (!resume) throw invalidField('resume', fieldIssue('required'), 'Please add your résumé first.')
    const available = await proofsOf(context, db, scope)
    const now = scope.clock.now()
    const { name, email } = await profileOf(db, person)
    const id = await insertApplication(db, clientId, {
      job_id: jobId,
      user_id: person.userId,
      name,
      email,
      phone: body.phone.trim(),
      resume_url: resume.url,
      resume_name: resume.name,
      cover_note: body.cover_note.trim(),
      answers,
      proofs: available.filter((proof) =>
        body.shared.some(({ kind, id: shared }) => kind === proof.kind && shared === proof.id),
      ),
      applied_at: now,
    })
    if (id !== null)
      await addEvent(db, clientId, {
        applicationId: id,
        kind: 'state',
        to: 'applied',
        actorId: null,
        at: now,
      })
    // Another of the same person's calls was first.
    const application = await applicationTo(db, person, jobId)
    if (!application) throw new Error('an application vanished while it was made')
    return toLine(application, job, language)
  })
