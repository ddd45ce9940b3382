import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '#contract/common.ts'
import { TITLE_MAX, type CourseSettings, type CourseTexts } from '#contract/course-builder/draft.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../hooks/use-builder.ts'
import { AccessFields } from './fields/AccessFields.tsx'
import { CoverFields } from './fields/CoverFields.tsx'
import { EditorCard } from './EditorCard.tsx'
import { FallbackNote } from './fields/FallbackNote.tsx'
import { InstructorFields } from './fields/InstructorFields.tsx'
import { LineList } from './fields/LineList.tsx'
import { SourceHint } from './fields/SourceHint.tsx'

const EMPTY: CourseTexts = { title: '', description: '', objectives: [], features: [], requirements: [] }
const LISTS = ['objectives', 'features', 'requirements'] as const

/** Everything about the course but its outline. */
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

/** The texts in one language at a time; what misses is shown in the course's own to learners, and said so here. */
const TextsFields = ({ course, set }: Props) => {
  const { t } = useTranslation('course-builder')
  const [shown, setShown] = useState<Language>(course.language)
  const own = course.texts[shown]
  const main = course.texts[course.language] ?? EMPTY
  const texts = own ?? EMPTY
  const translating = shown !== course.language
  const hintOf = (written: string, source: string) => {
    if (translating)
      return source.trim() === '' ? null : (
        <SourceHint source={source} main={course.language} translated={written.trim() !== ''} />
      )
    // Without the author's own, texts are chosen by the keywords of the title (spec §2).
    return written.trim() === '' ? t('settings.byKeywords') : null
  }
  const write = (change: Partial<CourseTexts>) =>
    set({ texts: { ...course.texts, [shown]: { ...texts, ...change } } })
  return (
    <>
      <Segmented<Language>
        legend={t('settings.textsIn')}
        value={shown}
        options={languages.map((value) => ({
          value,
          lang: value,
          label: t(`languages.${value}`),
        }))}
        onChange={setShown}
      />
      <p className="-mt-4 text-sm text-ink-muted">
        {t('settings.mainLanguage', { language: t(`languages.${course.language}`) })}
      </p>
      {translating && (
        <FallbackNote key={shown} shown={shown} main={course.language} translated={texts.title !== ''} />
      )}
      <Field
        label={t('field.title')}
        required={!translating}
        hint={translating ? hintOf(texts.title, main.title) : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            lang={shown}
            maxLength={TITLE_MAX}
            value={texts.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('settings.description')} hint={hintOf(texts.description, main.description)}>
        {(control) => (
          <TextArea
            {...control}
            lang={shown}
            rows={5}
            maxLength={5000}
            value={texts.description}
            onChange={(event) => write({ description: event.target.value })}
          />
        )}
      </Field>
      {LISTS.map((list) => (
        <LineList
          key={`${shown}-${list}`}
          label={t(`settings.${list}`)}
          lang={shown}
          hint={hintOf(texts[list].join('\n'), main[list].join('\n'))}
          lines={texts[list]}
          onChange={(lines) => write({ [list]: lines })}
        />
      ))}
    </>
  )
}
