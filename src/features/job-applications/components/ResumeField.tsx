import { useMutation, useQueryClient } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RESUME_MAX_BYTES, type Resume } from '#contract/job-applications/resume.ts'
import type { ApplyForm } from '#contract/job-applications/applications.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { FieldError } from '#src/shared/ui/forms/Field.tsx'
import { applicationKeys, uploadResume } from '../api/applications.queries.ts'

const TOO_LARGE = new Error('larger than 5 MB')
const KNOWN = ['not_a_pdf', 'encrypted_file', 'active_file', 'too_large'] as const

const useUpload = (jobId: number) => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => {
      // The phone need not send what the answer would refuse.
      if (file.size > RESUME_MAX_BYTES) throw TOO_LARGE
      return uploadResume(file)
    },
    onSuccess: (resume) =>
      cache.setQueryData(
        applicationKeys.form(jobId),
        (form: ApplyForm | undefined) => form && { ...form, resume },
      ),
  })
}

const issueOf = (error: unknown): (typeof KNOWN)[number] | null => {
  if (error === TOO_LARGE || (isApiError(error) && error.code === 'body_too_large')) return 'too_large'
  const code = isApiError(error) ? error.fields?.['file']?.[0]?.code : undefined
  return KNOWN.find((known) => known === code) ?? null
}

type Props = { jobId: number; resume: Resume | null; error: string | null }

/** The résumé that goes along: shown by name, replaced by choosing another file. */
export const ResumeField = ({ jobId, resume, error }: Props) => {
  const { t } = useTranslation('job-applications')
  const language = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload(jobId)
  const issue = upload.error && issueOf(upload.error)
  const message = upload.error
    ? issue
      ? t(`resume.issues.${issue}`)
      : errorText(upload.error, t('resume.failed'))
    : error
  return (
    <div className="flex flex-col gap-1.5">
      <p id="resume-label" className="text-sm font-medium text-ink">
        {t('resume.label')}
      </p>
      <div className="flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-3">
        <FileText aria-hidden="true" size={24} className="shrink-0 text-primary-text" />
        <div className="min-w-0 grow basis-40">
          {resume ? (
            <>
              <a
                href={resume.url}
                download={resume.name}
                className="block font-medium text-primary-text hover:underline"
              >
                <bdi className="block truncate">{resume.name}</bdi>
              </a>
              <p className="text-sm text-ink-muted">
                {t('resume.added', { date: formatDate(resume.uploaded_at, language) })}
              </p>
            </>
          ) : (
            <p className="text-sm text-ink-muted">{t('resume.hint')}</p>
          )}
        </div>
        <Button
          id="resume"
          variant="secondary"
          size="sm"
          pending={upload.isPending}
          aria-describedby={message ? 'resume-error' : undefined}
          onClick={() => input.current?.click()}
        >
          {t(resume ? 'resume.replace' : 'resume.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/pdf,.pdf"
          aria-labelledby="resume-label"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) upload.mutate(file)
          }}
        />
      </div>
      {message && <FieldError id="resume-error">{message}</FieldError>}
    </div>
  )
}
