import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, type VideoContent } from '#contract/course-builder/draft.ts'
import { chaptersSpeak } from '#contract/courses/language.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { clockOf, secondsFrom, withChapterTitle } from '../../../model/video.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { TranslationField } from './TranslationField.tsx'

type Chapters = NonNullable<VideoContent['chapters']>
type Props = {
  chapters: Chapters
  /** In seconds; 0 while unknown. */
  duration: number
  /** Returns the player's current time. */
  getCurrentTime: () => number
  onChange: (chapters: Chapters) => void
}

/** The chapters of a video: start and title. Learners see them sorted by time. */
export const ChapterFields = (props: Props) => {
  const { t } = useTranslation('course-builder')
  const { state } = useBuilder()
  const main = state.document.course.language
  const [language, setLanguage] = useState<Language>(main)
  const { chapters, onChange } = props
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('chapters.title')}</h3>
      <p className="text-sm text-ink-muted">{t('chapters.hint')}</p>
      {chapters.some(({ title }) => title.trim() !== '') && (
        <LanguageSwitch
          language={language}
          translated={chaptersSpeak(chapters, language)}
          onChange={setLanguage}
        />
      )}
      {language === main ? (
        <ChapterList {...props} />
      ) : (
        <ul className="flex flex-col gap-4">
          {chapters.map((chapter, index) =>
            chapter.title.trim() === '' ? null : (
              <li key={index}>
                <TranslationField
                  label={t('chapters.name', { name: t('chapters.chapter', { number: index + 1 }) })}
                  source={chapter.title}
                  language={language}
                  max={CHAPTER_TITLE_MAX}
                  value={chapter.titles?.[language] ?? ''}
                  onChange={(text) => onChange(withChapterTitle(chapters, index, language, text))}
                />
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}

const ChapterList = ({ chapters, duration, getCurrentTime, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const changeChapter = (index: number, change: Partial<Chapters[number]>) =>
    onChange(chapters.map((each, otherIndex) => (otherIndex === index ? { ...each, ...change } : each)))
  return (
    <>
      {chapters.length > 0 && (
        <ul className="flex flex-col gap-2">
          {chapters.map((chapter, index) => {
            const name = t('chapters.chapter', { number: index + 1 })
            return (
              <li key={index} className="flex items-start gap-2">
                <TimeInput
                  label={t('chapters.begins', { name })}
                  seconds={chapter.second}
                  max={duration > 0 ? duration : Infinity}
                  onChange={(second) => changeChapter(index, { second })}
                />
                <TextInput
                  aria-label={t('chapters.name', { name })}
                  placeholder={t('chapters.placeholder')}
                  dir="auto"
                  maxLength={CHAPTER_TITLE_MAX}
                  className="min-w-0 flex-1"
                  value={chapter.title}
                  onChange={(event) => changeChapter(index, { title: event.target.value })}
                />
                <IconButton
                  label={t('chapters.remove', { name })}
                  icon={<Trash aria-hidden="true" size={18} />}
                  onClick={() => onChange(chapters.filter((_, otherIndex) => otherIndex !== index))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={chapters.length >= CHAPTERS_MAX}
        onClick={() => onChange([...chapters, { second: Math.floor(getCurrentTime()), title: '' }])}
      >
        {t('chapters.add')}
      </Button>
    </>
  )
}

type TimeProps = { label: string; seconds: number; max: number; onChange: (seconds: number) => void }

/** Accepts `1:05` or `1:02:03`. Any other input stays in the field, marked as invalid. */
export const TimeInput = ({ label, seconds, max, onChange }: TimeProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const parsed = typed === null ? seconds : secondsFrom(typed)
  const isInvalid = parsed === null || parsed > max
  return (
    <TextInput
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      dir="ltr"
      inputMode="numeric"
      className="w-24 shrink-0 tabular-nums"
      value={typed ?? clockOf(seconds)}
      onChange={(event) => {
        setTyped(event.target.value)
        const newSeconds = secondsFrom(event.target.value)
        if (newSeconds !== null && newSeconds <= max) onChange(newSeconds)
      }}
      onBlur={() => {
        if (!isInvalid) setTyped(null)
      }}
    />
  )
}
