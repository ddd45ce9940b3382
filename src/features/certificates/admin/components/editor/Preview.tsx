import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/certificates/look.ts'
import { languageInfo, languages, type Language } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { previewQuery, useOpenPdf } from '../../api/templates.queries.ts'
import { wantedOf, type Look } from '../../model/look.ts'
import { SAMPLE_TEXTS, samples, type Sample } from '../../model/samples.ts'
import { LookImage } from '../LookPicture.tsx'
import type { EditProps } from './edit-props.ts'
import { FieldLayer } from './FieldLayer.tsx'
import { useUnreadable } from './use-unreadable.ts'

type Props = EditProps & { chosen: FieldKind | null; onChoose: (kind: FieldKind | null) => void }

/** Typing and moving draw one picture, not one for each letter or step. */
const PREVIEW_DELAY_MS = 500

const useBody = (look: Look, sample: Sample, language: Language) => {
  const { t } = useTranslation('certificates/admin')
  const texts =
    sample === 'usual'
      ? { name: t('templates.sampleName'), title: t('templates.sampleTitle') }
      : SAMPLE_TEXTS[sample]
  const { name: _name, is_default: _isDefault, ...drawn } = wantedOf(look)
  return { ...drawn, recipient_name: texts.name, title: texts.title, language }
}

/** The certificate as learners will get it, with the fields to place on top. */
export const Preview = ({ look, onChange, chosen, onChoose }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const [sample, setSample] = useState<Sample>('usual')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const body = useBody(useSettled(look, PREVIEW_DELAY_MS), sample, language)
  const query = useQuery(previewQuery(body))
  const pdf = useOpenPdf()
  const hard = useUnreadable(query.data, body.fields, language)
  return (
    <section
      aria-label={t('templates.preview')}
      className="order-first min-w-0 rounded-xl bg-surface-sunken p-4 sm:p-6 lg:sticky lg:top-20 lg:order-none"
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field label={t('templates.sample.label')} className="min-w-40 flex-1">
          {(control) => (
            <Select
              {...control}
              value={sample}
              options={samples.map((value) => ({ value, label: t(`templates.sample.${value}`) }))}
              onChange={setSample}
            />
          )}
        </Field>
        <Field label={t('templates.sample.language')} className="min-w-32 flex-1">
          {(control) => (
            <Select
              {...control}
              value={language}
              options={languages.map((value) => ({ value, label: languageInfo(value).name }))}
              onChange={setLanguage}
            />
          )}
        </Field>
        <Button variant="secondary" pending={pdf.isPending} onClick={() => pdf.mutate(body)}>
          {t('templates.openPdf')}
        </Button>
      </div>
      {hard.length > 0 && (
        <Alert kind="warning" className="mb-4">
          {t('templates.hardToRead', {
            fields: hard.map((kind) => t(`templates.fields.${kind}`)).join(', '),
          })}
        </Alert>
      )}
      <div className={look.orientation === 'portrait' ? 'relative mx-auto max-w-lg' : 'relative w-full'}>
        <LookImage query={query} orientation={look.orientation} />
        {look.fields && (
          <FieldLayer
            fields={look.fields}
            language={language}
            chosen={chosen}
            onChoose={onChoose}
            onChange={(fields) => onChange({ ...look, fields })}
          />
        )}
      </div>
      {look.fields && <p className="mt-3 text-sm text-ink-muted">{t('templates.placing.keys')}</p>}
    </section>
  )
}
