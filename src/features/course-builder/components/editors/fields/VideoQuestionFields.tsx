import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { videoQuestionsSpeak } from '#contract/courses/language.ts'
import {
  VIDEO_QUESTIONS_MAX,
  questionOf,
  type WrittenVideoQuestion,
} from '#contract/courses/video-questions.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { useBuilder } from '../../../hooks/use-builder.ts'
import { newQuestion, type Question } from '../../../model/questions.ts'
import { clockOf } from '../../../model/video.ts'
import { QuestionForm } from '../../quiz/QuestionCard.tsx'
import { QuestionLine } from '../../quiz/QuestionLine.tsx'
import { QuestionTranslations } from '../../quiz/QuestionTranslations.tsx'
import { TimeInput } from './ChapterFields.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'

type Props = {
  questions: readonly WrittenVideoQuestion[]
  /** In seconds; 0 while unknown. */
  duration: number
  /** Returns the player's current time. */
  getCurrentTime: () => number
  onChange: (questions: WrittenVideoQuestion[]) => void
}
const toVideoQuestion = (question: Question) => question as unknown as WrittenVideoQuestion['question']

/** Video questions: when the video pauses, whether learners may skip, and the question. */
export const VideoQuestionFields = (props: Props) => {
  const { t } = useTranslation('course-builder/video-questions')
  const { state } = useBuilder()
  const main = state.document.course.language
  const [language, setLanguage] = useState<Language>(main)
  const { questions, onChange } = props
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('title')}</h3>
      <p className="text-sm text-ink-muted">{t('hint')}</p>
      {questions.length > 0 && (
        <LanguageSwitch
          language={language}
          translated={videoQuestionsSpeak(questions, language)}
          onChange={setLanguage}
        />
      )}
      {language === main || questions.length === 0 ? (
        <QuestionRows {...props} />
      ) : (
        <QuestionTranslations
          questions={questions.map(questionOf)}
          language={language}
          onChange={(translated) =>
            onChange(
              questions.map((entry, index) => ({
                ...entry,
                question: toVideoQuestion(translated[index] ?? questionOf(entry)),
              })),
            )
          }
        />
      )}
    </section>
  )
}

const QuestionRows = ({ questions, duration, getCurrentTime, onChange }: Props) => {
  const { t } = useTranslation('course-builder/video-questions')
  const [open, setOpen] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const changeQuestion = (id: string, change: Partial<WrittenVideoQuestion>) =>
    onChange(questions.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)))
  const add = () => {
    const id = crypto.randomUUID()
    // The player is at the frame where the question belongs. Round down to its second.
    const second = Math.floor(getCurrentTime())
    onChange([
      ...questions,
      { id, second, required: false, question: toVideoQuestion(newQuestion('single')) },
    ])
    setOpen(id)
    requestAnimationFrame(() => list.current?.querySelector('textarea')?.focus())
  }
  return (
    <>
      <ol ref={list} className="flex flex-col gap-3 empty:hidden">
        {questions.map((entry, index) => (
          <Row
            key={entry.id}
            entry={entry}
            number={index + 1}
            duration={duration}
            open={open === entry.id}
            onToggle={() => setOpen(open === entry.id ? null : entry.id)}
            onEdit={(change) => changeQuestion(entry.id, change)}
            onRemove={() => onChange(questions.filter(({ id }) => id !== entry.id))}
          />
        ))}
      </ol>
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={questions.length >= VIDEO_QUESTIONS_MAX}
        onClick={add}
      >
        {t('add')}
      </Button>
    </>
  )
}

type RowProps = {
  entry: WrittenVideoQuestion
  number: number
  duration: number
  open: boolean
  onToggle: () => void
  onEdit: (change: Partial<WrittenVideoQuestion>) => void
  onRemove: () => void
}

const Row = ({ entry, number, duration, open, onToggle, onEdit, onRemove }: RowProps) => {
  const { t } = useTranslation('course-builder/video-questions')
  const bodyId = useId()
  const question = questionOf(entry)
  const name = t('question', { number })
  return (
    <li className="card">
      <div className="flex items-center gap-1 p-2">
        <QuestionLine
          question={question}
          about={
            <>
              {name} · <bdi className="tabular-nums">{clockOf(entry.second)}</bdi>
              {entry.required && <> · {t('mustAnswer')}</>}
            </>
          }
          open={open}
          bodyId={bodyId}
          onToggle={onToggle}
        />
        <IconButton
          label={t('remove', { name })}
          icon={<Trash aria-hidden="true" size={18} />}
          onClick={onRemove}
        />
      </div>
      <div id={bodyId} hidden={!open}>
        {open && (
          <>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-4">
              <label className="flex items-center gap-3 text-sm text-ink">
                {t('stopsAt')}
                <TimeInput
                  label={t('stopsAtOf', { name })}
                  seconds={entry.second}
                  max={duration > 0 ? duration : Infinity}
                  onChange={(second) => onEdit({ second })}
                />
              </label>
              <Checkbox
                label={t('required')}
                checked={entry.required}
                onChange={(event) => onEdit({ required: event.target.checked })}
              />
            </div>
            <QuestionForm
              question={question}
              counts={false}
              onChange={(next) => onEdit({ question: toVideoQuestion(next) })}
            />
          </>
        )}
      </div>
    </li>
  )
}
