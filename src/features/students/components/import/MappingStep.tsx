import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo } from '#contract/languages.ts'
import { importFields, type ImportField, type StudentImport } from '#contract/students/imports.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { offeredLanguages } from '#src/core/i18n/language.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { check, importKeys } from '../../api/imports.queries.ts'
import { withField } from '../../model/import.ts'

const LEFT_OUT = 'none'

type Props = { file: StudentImport; onChecked: () => void }

/** What each column is: guessed, and to be changed. */
export const MappingStep = ({ file, onChecked }: Props) => {
  const { t } = useTranslation('students/import')
  const queries = useQueryClient()
  const [mapping, setMapping] = useState(file.mapping)
  const [language, setLanguage] = useState(file.language)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => check(file.id, { mapping, language }),
    onSuccess: (next) => {
      queries.setQueryData(importKeys.one(file.id), next)
      onChecked()
    },
  })
  const hasEmail = mapping.includes('email')
  return (
    <section aria-labelledby="import-columns" className="flex flex-col gap-5">
      <div>
        <h2 id="import-columns" className="text-lg font-semibold text-ink">
          {t('mapping.title')}
        </h2>
        <p className="mt-1 max-w-reading text-ink-muted">{t('mapping.text')}</p>
      </div>
      <Card>
        <ul className="-my-4 divide-y divide-line">
          {file.columns.map((title, index) => (
            <li key={`${index}-${title}`} className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[1fr_16rem]">
              <Samples title={title} texts={file.sample.map((cells) => cells[index] ?? '')} />
              <ColumnField
                title={title}
                value={mapping[index] ?? null}
                onChange={(field) => setMapping(withField(mapping, index, field))}
              />
            </li>
          ))}
        </ul>
      </Card>
      <Field label={t('mapping.language')} hint={t('mapping.languageHint')} className="max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={language}
            options={offeredLanguages().map((code) => ({ value: code, label: languageInfo(code).name }))}
            onChange={setLanguage}
          />
        )}
      </Field>
      {!hasEmail && <Alert kind="warning">{t('mapping.noEmail')}</Alert>}
      {error && <Alert kind="error">{errorText(error, t('failed'))}</Alert>}
      <div>
        <Button pending={isPending} disabled={!hasEmail} className="max-sm:w-full" onClick={() => mutate()}>
          {t('mapping.submit')}
        </Button>
        <p className="mt-2 text-sm text-ink-muted">{t('mapping.safe')}</p>
      </div>
    </section>
  )
}

const Samples = ({ title, texts }: { title: string; texts: readonly string[] }) => {
  const { t } = useTranslation('students/import')
  const shown = texts.filter((text) => text !== '')
  return (
    <div className="min-w-0">
      <p className="font-medium text-ink">
        <bdi className="wrap-anywhere">{title === '' ? t('mapping.untitled') : title}</bdi>
      </p>
      <p className="line-clamp-2 text-sm text-ink-muted">
        {shown.length === 0
          ? t('mapping.noSample')
          : shown.map((text, index) => (
              <span key={`${index}-${text}`}>
                {index > 0 && ' · '}
                <bdi className="wrap-anywhere">{text}</bdi>
              </span>
            ))}
      </p>
    </div>
  )
}

type ColumnProps = {
  title: string
  value: ImportField | null
  onChange: (field: ImportField | null) => void
}

const ColumnField = ({ title, value, onChange }: ColumnProps) => {
  const { t } = useTranslation('students/import')
  return (
    <Select<ImportField | typeof LEFT_OUT>
      label={t('mapping.column', { title })}
      value={value ?? LEFT_OUT}
      options={[
        { value: LEFT_OUT, label: t('mapping.leaveOut') },
        ...importFields.map((field) => ({ value: field, label: t(`field.${field}`) })),
      ]}
      onChange={(next) => onChange(next === LEFT_OUT ? null : next)}
    />
  )
}
