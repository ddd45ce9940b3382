import Eye from 'lucide-react/icons/eye'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobOptions } from '#contract/job-applications/editor.ts'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import type { JobDocument } from '#contract/jobs/shapes.ts'
import { languageInfo, type Language } from '#contract/languages.ts'
import { DraftNotice, SaveError } from '#src/core/editing/FormNotices.tsx'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { documentOf, previewOf, type TypedJob } from '../../model/job-form.ts'
import { languageOfProblem, problemsOf } from '../../model/job-problems.ts'
import { FactsFields } from './FactsFields.tsx'
import { LanguageTabs } from './LanguageTabs.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { RequirementFields } from './RequirementFields.tsx'
import { TextsFields } from './TextsFields.tsx'

export type JobPreview = (job: JobDetail) => ReactNode

type Props = {
  /** The storage name of the unsaved draft. */
  name: string
  initial: TypedJob
  options: JobOptions
  isNew: boolean
  /** Somebody else saved another revision: called after one of the two was chosen. */
  onConflictSeen?: (() => void) | undefined
  pending: boolean
  error: unknown
  preview: JobPreview
  onSave: (document: JobDocument, settle: () => void) => void
  /** Beside the form: what takes effect at once. */
  aside?: (draft: {
    isChanged: boolean
    change: (next: Partial<TypedJob>) => void
    giveUp: () => void
  }) => ReactNode
}

/** The whole job as a form, with its texts in one language at a time. */
export const JobEditor = (props: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const { form, change, settle, changed, restored } = useDraftForm(props.name, props.initial)
  const [language, setLanguage] = useState(form.language)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const problems = isSubmitted ? problemsOf(form) : new Map()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (props.pending) return
    const found = problemsOf(form)
    if (found.size === 0) return props.onSave(documentOf(form), () => settle(form))
    setLanguage(languageOfProblem(found) ?? language)
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    return undefined
  }
  const errorAt = (path: string) => {
    const code = problems.get(path)
    return code === undefined ? null : t(`problems.${code === 'required' ? 'required' : 'invalid'}`)
  }
  const part = { form, change, options: props.options, language, errorAt }
  return (
    <form ref={element} noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <DraftNotice
        say={(key) => t(`edit.${key}`)}
        restored={restored}
        onConflictSeen={props.onConflictSeen}
        onSaved={() => settle(props.initial)}
      />
      <div className={cx('grid items-start gap-6', props.aside && 'xl:grid-cols-[minmax(0,1fr)_20rem]')}>
        <div className="flex min-w-0 flex-col gap-6">
          <FactsFields {...part} />
          <LanguageTabs
            form={form}
            offered={props.options.languages}
            language={language}
            onChange={setLanguage}
          />
          <TextsFields {...part} />
          <RequirementFields {...part} />
          <QuestionFields {...part} />
        </div>
        {props.aside && (
          <div className="flex flex-col gap-6 max-xl:order-first xl:sticky xl:top-20">
            {props.aside({ isChanged: changed, change, giveUp: () => settle(props.initial) })}
          </div>
        )}
      </div>
      {Boolean(props.error) && !props.onConflictSeen && (
        <SaveError say={(key) => t(`edit.${key}`)} error={props.error} otherwise={t('edit.notSaved')} />
      )}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 bg-surface px-1 py-3 max-lg:bottom-16">
        <Button type="submit" pending={props.pending} disabled={!props.isNew && !changed}>
          {t(props.isNew ? 'edit.create' : 'edit.save')}
        </Button>
        <Button
          variant="secondary"
          icon={<Eye aria-hidden="true" size={18} />}
          onClick={() => setPreviewed(true)}
        >
          {t('edit.preview')}
        </Button>
        {problems.size > 0 && (
          <p role="alert" className="text-sm text-error-text">
            {t('edit.incomplete', { count: problems.size })}
          </p>
        )}
      </div>
      <PreviewDialog
        form={form}
        language={language}
        open={isPreviewed}
        onOpenChange={setPreviewed}
        preview={props.preview}
      />
    </form>
  )
}

type PreviewProps = {
  form: TypedJob
  language: Language
  open: boolean
  onOpenChange: (open: boolean) => void
  preview: JobPreview
}

const PreviewDialog = ({ form, language, open, onOpenChange, preview }: PreviewProps) => {
  const { t } = useTranslation('recruiting/editor')
  const [now] = useState(() => new Date())
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('edit.previewTitle')}
      closeLabel={t('close')}
      className="lg:max-w-5xl"
    >
      {open && (
        <div lang={language} dir={languageInfo(language).direction} className="pb-4">
          {preview(previewOf(form, language, now))}
        </div>
      )}
    </Dialog>
  )
}
