import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isLanguage, languages, type Language } from '#contract/languages.ts'
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useCreateCourse } from '../../api/course.mutations.ts'

/** Asks for title and language. Everything else follows in the builder, which saves automatically. */
export const NewCourseDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('course-builder')
  const navigate = useNavigate()
  const currentLanguage = useLanguage()
  const [title, setTitle] = useState('')
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const [isSubmitted, setSubmitted] = useState(false)
  // A repeated submit of the same title keeps its idempotency key, so that it creates one course.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const titleInput = useRef<HTMLInputElement>(null)
  const create = useCreateCourse()
  const isTitleMissing = title.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isTitleMissing || create.isPending) return titleInput.current?.focus()
    create.mutate(
      { key, title: title.trim(), language },
      { onSuccess: ({ course_id: id }) => void navigate(adminPaths.course(id)) },
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('new.title')}
      description={t('new.text')}
      closeLabel={t('action.close')}
      initialFocus={titleInput}
    >
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <Field
          label={t('field.title')}
          required
          error={isSubmitted && isTitleMissing ? t('field.titleMissing') : null}
        >
          {(control) => (
            <TextInput
              {...control}
              ref={titleInput}
              maxLength={TITLE_MAX}
              value={title}
              onChange={(event) => {
                setTitle(event.target.value)
                setKey(crypto.randomUUID())
              }}
            />
          )}
        </Field>
        <Segmented
          legend={t('field.language')}
          value={language}
          options={languages.map((value) => ({ value, label: t(`languages.${value}`), lang: value }))}
          onChange={(value) => {
            if (isLanguage(value)) setLanguage(value)
          }}
        />
        <Button type="submit" pending={create.isPending}>
          {t('new.create')}
        </Button>
      </form>
    </Dialog>
  )
}
