import { useTranslation } from 'react-i18next'
import { JOB_DESCRIPTION_MAX_CHARS } from '#contract/jobs/shapes.ts'
import { languageInfo } from '#contract/languages.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { TypedTexts } from '../../model/job-form.ts'
import { EditorSection } from './EditorSection.tsx'
import type { FormPart } from './form-part.ts'

const TITLE_MAX = 150
const LINE_MAX = 300

/** The texts of the job in one language. */
export const TextsFields = ({ form, change, language, errorAt }: FormPart) => {
  const { t } = useTranslation('recruiting/editor')
  const texts = form.texts[language]
  const { direction, name } = languageInfo(language)
  const set = (next: Partial<TypedTexts>) =>
    change({ texts: { ...form.texts, [language]: { ...texts, ...next } } })
  const isMain = language === form.language
  const written = { lang: language, dir: direction }
  return (
    <EditorSection
      title={t('texts.title', { language: name })}
      {...(!isMain && { text: t('texts.fallback', { language: languageInfo(form.language).name }) })}
    >
      <Field label={t('texts.jobTitle')} error={errorAt(`texts.${language}.title`)} required={isMain}>
        {(control) => (
          <TextInput
            {...control}
            {...written}
            maxLength={TITLE_MAX}
            value={texts.title}
            onChange={({ target }) => set({ title: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('texts.location')}
        hint={t('texts.locationHint')}
        error={errorAt(`texts.${language}.location`)}
        required={isMain}
      >
        {(control) => (
          <TextInput
            {...control}
            {...written}
            maxLength={LINE_MAX}
            value={texts.location}
            onChange={({ target }) => set({ location: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('texts.description')}
        hint={t('texts.descriptionHint')}
        error={errorAt(`texts.${language}.description`)}
        required={isMain}
      >
        {(control) => (
          <TextArea
            {...control}
            {...written}
            rows={9}
            maxLength={JOB_DESCRIPTION_MAX_CHARS}
            value={texts.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        )}
      </Field>
      <Field label={t('texts.benefits')} hint={t('texts.benefitsHint')}>
        {(control) => (
          <TextArea
            {...control}
            {...written}
            rows={4}
            value={texts.benefits}
            onChange={({ target }) => set({ benefits: target.value })}
          />
        )}
      </Field>
    </EditorSection>
  )
}
