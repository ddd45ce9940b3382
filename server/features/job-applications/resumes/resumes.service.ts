/** The résumé of a person: checked by content, replaceable, for its owner and for staff who handle an application. */
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import {
  RESUME_MAX_BYTES,
  type deleteResume,
  type getResume,
  type putResume,
  type Resume,
} from '#contract/job-applications/resume.ts'
import { cut } from '#contract/text/truncate.ts'
import { invalidField } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { pdfProblem } from '#server/core/pdf/check-pdf.ts'
import type { ApplicationContext } from '../context.ts'
import {
  isResumeUsed,
  removeResume,
  resumeOf,
  saveResume,
  type Person,
  type ResumeRow,
} from './resumes.repository.ts'

const NAME_MAX = 255

export const personOf = (scope: MemberScope): Person => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

export const toResume = (scope: MemberScope, row: ResumeRow): Resume => ({
  name: row.name,
  size: row.size,
  uploaded_at: row.uploaded_at.toISOString(),
  url: scope.files.address(row.url, 'own'),
})

export const ownResume = (scope: MemberScope): Promise<ResponseOf<typeof getResume>> =>
  scope.tx(async (db) => {
    const row = await resumeOf(db, personOf(scope))
    return { resume: row && toResume(scope, row) }
  })

/** The name as it is shown: always with the ending of what it is. */
const shownName = (name: string): string => {
  const stem = name
    .normalize('NFC')
    .trim()
    .replace(/\.pdf$/i, '')
  return `${cut(stem || 'resume', NAME_MAX - 4)}.pdf`
}

const requireCleanPdf = async (data: string): Promise<Buffer> => {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > RESUME_MAX_BYTES)
    throw invalidField(
      'file',
      fieldIssue('too_large', { max: RESUME_MAX_BYTES }),
      'This file is larger than 5 MB.',
    )
  const problem = await pdfProblem(bytes)
  if (problem !== null) throw invalidField('file', fieldIssue(problem))
  return bytes
}

/** Removes a file that nothing needs any more. Afterwards: the store takes no part in transactions. */
const dropUnused = async (
  context: ApplicationContext,
  clientId: number,
  url: string | null,
): Promise<void> => {
  if (url === null) return
  await context.files
    .drop(clientId, url)
    .catch((error: unknown) => context.log.warn({ err: error }, 'could not remove a former résumé'))
}

export const replaceResume = async (
  context: ApplicationContext,
  scope: MemberScope,
  { name, data }: BodyOf<typeof putResume>,
): Promise<ResponseOf<typeof putResume>> => {
  const person = personOf(scope)
  const content = await requireCleanPdf(data)
  // The person's number in the name: the same file of two people is stored twice, so one cannot remove the other's.
  const url = await context.files.store(person.clientId, {
    words: `resume-${person.userId}`,
    ending: 'pdf',
    content,
  })
  const row = { url, name: shownName(name), size: content.length, uploaded_at: scope.clock.now() }
  const unused = await scope.tx(async (db) => {
    const former = await resumeOf(db, person, 'update')
    await saveResume(db, person, row)
    return former && !(await isResumeUsed(db, person.clientId, former.url)) ? former.url : null
  })
  await dropUnused(context, person.clientId, unused)
  return { resume: toResume(scope, row) }
}

export const forgetResume = async (
  context: ApplicationContext,
  scope: MemberScope,
): Promise<ResponseOf<typeof deleteResume>> => {
  const person = personOf(scope)
  const unused = await scope.tx(async (db) => {
    const former = await resumeOf(db, person, 'update')
    await removeResume(db, person)
    return former && !(await isResumeUsed(db, person.clientId, former.url)) ? former.url : null
  })
  await dropUnused(context, person.clientId, unused)
}
