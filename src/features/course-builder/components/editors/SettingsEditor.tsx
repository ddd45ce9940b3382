import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/languages.ts'
import { TITLE_MAX, type CourseSettings, type CourseTexts } from '#contract/course-builder/draft.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { AccessFields } from './fields/AccessFields.tsx'
import { CoverFields } from './fields/CoverFields.tsx'
import { EditorCard } from './EditorCard.tsx'
import { TranslationNote } from './fields/TranslationNote.tsx'
import { InstructorFields } from './fields/InstructorFields.tsx'
import { LineList } from './fields/LineList.tsx'
import { SourceHint } from './fields/SourceHint.tsx'

const EMPTY_TEXTS: CourseTexts = {
  title: '',
  description: '',
  objectives: [],
  features: [],
  requirements: [],
}
const TEXT_LISTS = ['objectives', 'features', 'requirements'] as const

/** All settings of the course outside its outline. */
export const SettingsEditor = () => {
  const { t } = useTranslation('course-builder')
  const { apply, state } = useBuilder()
  const { course } = state.document
  const set = (change: Partial<CourseSettings>) => apply({ op: 'course', set: change })
  return (
    <div className="flex flex-col gap-6">
      <EditorCard title={t('settings.texts')}>
        <TextsFields course={course} set={set} />
      </EditorCard>
      <EditorCard title={t('cover.title')}>
        <CoverFields course={course} set={set} />
      </EditorCard>
      <EditorCard title={t('settings.access')}>
        <AccessFields course={course} set={set} />
      </EditorCard>
      <EditorCard title={t('settings.instructors')}>
        <InstructorFields course={course} set={set} />
      </EditorCard>
    </div>
  )
}

type Props = { course: CourseSettings; set: (change: Partial<CourseSettings>) => void }

/** The texts in one language at a time. A missing text shows which text learners see instead. */
const TextsFields = ({ course, set }: Props) => {
  const { t } = useTranslation('course-builder')
  const [language, setLanguage] = useState<Language>(course.language)
  const ownTexts = course.texts[language]
  const main = course.texts[course.language] ?? EMPTY_TEXTS
  const texts = ownTexts ?? EMPTY_TEXTS
  const isTranslating = language !== course.language
  const hintOf = (written: string, source: string) => {
    if (isTranslating)
      return source.trim() === '' ? null : (
        <SourceHint source={source} main={course.language} translated={written.trim() !== ''} />
      )
    // Without texts of the author, texts are chosen by the keywords of the title (spec 2).
    return written.trim() === '' ? t('settings.byKeywords') : null
  }
  const changeTexts = (change: Partial<CourseTexts>) =>
    set({ texts: { ...course.texts, [language]: { ...texts, ...change } } })
  return (
    <>
      <Segmented<Language>
        legend={t('settings.textsIn')}
        value={language}
        options={languages.map((value) => ({
          value,
          lang: value,
          label: t(`languages.${value}`),
        }))}
        onChange={setLanguage}
      />
      <p className="-mt-4 text-sm text-ink-muted">
        {t('settings.mainLanguage', { language: t(`languages.${course.language}`) })}
      </p>
      {isTranslating && (
        <TranslationNote
          key={language}
          language={language}
          main={course.language}
          translated={texts.title !== ''}
        />
      )}
      <Field
        label={t('field.title')}
        required={!isTranslating}
        hint={isTranslating ? hintOf(texts.title, main.title) : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            lang={language}
            maxLength={TITLE_MAX}
            value={texts.title}
            onChange={(event) => changeTexts({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('settings.description')} hint={hintOf(texts.description, main.description)}>
        {(control) => (
          <TextArea
            {...control}
            lang={language}
            rows={5}
            maxLength={5000}
            value={texts.description}
            onChange={(event) => changeTexts({ description: event.target.value })}
          />
        )}
      </Field>
      {TEXT_LISTS.map((list) => (
        <LineList
          key={`${language}-${list}`}
          label={t(`settings.${list}`)}
          lang={language}
          hint={hintOf(texts[list].join('\n'), main[list].join('\n'))}
          lines={texts[list]}
          onChange={(lines) => changeTexts({ [list]: lines })}
        />
      ))}
    </>
  )
}
