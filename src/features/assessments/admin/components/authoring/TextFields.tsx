import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssessmentTexts } from '#contract/assessments/admin/authoring.ts'
import { languages, type Language } from '#contract/languages.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { textLanguages } from '../../model/assessment-form.ts'
import type { TextsPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'

const TITLE_MAX = 200
const DESCRIPTION_MAX = 5000
const INSTRUCTIONS_MAX = 10_000

/** Title, description and instructions, one language at a time. */
export const TextFields = ({ form, change, problems }: TextsPart) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const incompleteLanguage = textLanguages(form).find((each) => form.texts[each].title.trim() === '')
  const isTitleMissing = problems.includes('title')
  const [shownLanguage, setShownLanguage] = useShownLanguage(
    form.language,
    isTitleMissing ? (incompleteLanguage ?? null) : null,
  )
  const texts = form.texts[shownLanguage]
  const set = (next: Partial<AssessmentTexts>) =>
    change({ texts: { ...form.texts, [shownLanguage]: { ...texts, ...next } } })
  return (
    <FormSection title={t('texts.title')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Segmented
          legend={t('texts.wordsIn')}
          value={shownLanguage}
          options={languages.map((value) => ({
            value,
            label: `${t(`languages.${value}`)}${textLanguages(form).includes(value) ? ' ✓' : ''}`,
          }))}
          onChange={setShownLanguage}
        />
        <Field label={t('texts.mainLanguage')} hint={t('texts.mainLanguageHint')}>
          {(control) => (
            <Select
              {...control}
              value={form.language}
              options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
              onChange={(language) => {
                change({ language })
                setShownLanguage(language)
              }}
            />
          )}
        </Field>
      </div>
      <Field
        label={t('texts.name')}
        required={shownLanguage === form.language}
        error={isTitleMissing && shownLanguage === incompleteLanguage ? t('problem.title') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            lang={shownLanguage}
            maxLength={TITLE_MAX}
            value={texts.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('texts.description')}>
        {(control) => (
          <TextArea
            {...control}
            lang={shownLanguage}
            rows={3}
            maxLength={DESCRIPTION_MAX}
            value={texts.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('texts.instructions')} hint={t('texts.instructionsHint')}>
        {(control) => (
          <TextArea
            {...control}
            lang={shownLanguage}
            rows={5}
            maxLength={INSTRUCTIONS_MAX}
            value={texts.instructions}
            onChange={(event) => set({ instructions: event.target.value })}
          />
        )}
      </Field>
    </FormSection>
  )
}

/** The language being edited. When its title is reported as missing, it switches to that language once. */
const useShownLanguage = (initial: Language, reported: Language | null) => {
  const [language, setLanguage] = useState<Language>(initial)
  const [isReported, setIsReported] = useState(false)
  if (reported && !isReported) {
    setIsReported(true)
    setLanguage(reported)
  }
  if (!reported && isReported) setIsReported(false)
  return [language, setLanguage] as const
}
