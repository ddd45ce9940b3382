import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/common.ts'
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
  /** 0 while unknown. */
  duration: number
  /** Where the film stands above. */
  now: () => number
  onChange: (questions: WrittenVideoQuestion[]) => void
}
const asWritten = (question: Question) => question as unknown as WrittenVideoQuestion['question']

/** Questions inside a film: when it stops, whether one may skip, and what is asked. */
export const VideoQuestionFields = (props: Props) => {
  const { t } = useTranslation('course-builder/video-questions')
  const { state } = useBuilder()
  const main = state.document.course.language
  const [shown, setShown] = useState<Language>(main)
  const { questions, onChange } = props
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('title')}</h3>
      <p className="text-sm text-ink-muted">{t('hint')}</p>
      {questions.length > 0 && (
        <LanguageSwitch
          shown={shown}
          translated={videoQuestionsSpeak(questions, shown)}
          onChange={setShown}
        />
      )}
      {shown === main || questions.length === 0 ? (
        <QuestionRows {...props} />
      ) : (
        <QuestionTranslations
          questions={questions.map(questionOf)}
          language={shown}
          onChange={(all) =>
            onChange(
              questions.map((one, index) => ({ ...one, question: asWritten(all[index] ?? questionOf(one)) })),
            )
          }
        />
      )}
    </section>
  )
}

const QuestionRows = ({ questions, duration, now, onChange }: Props) => {
  const { t } = useTranslation('course-builder/video-questions')
  const [open, setOpen] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const edit = (id: string, change: Partial<WrittenVideoQuestion>) =>
    onChange(questions.map((one) => (one.id === id ? { ...one, ...change } : one)))
  const add = () => {
    const id = crypto.randomUUID()
    // One stands where one wants to ask; the frame is shown, not the second it belongs to.
    const second = Math.floor(now())
    onChange([...questions, { id, second, required: false, question: asWritten(newQuestion('single')) }])
    setOpen(id)
    requestAnimationFrame(() => list.current?.querySelector('textarea')?.focus())
  }
  return (
    <>
      <ol ref={list} className="flex flex-col gap-3 empty:hidden">
        {questions.map((one, index) => (
          <Row
            key={one.id}
            one={one}
            number={index + 1}
            duration={duration}
            open={open === one.id}
            onToggle={() => setOpen(open === one.id ? null : one.id)}
            onEdit={(change) => edit(one.id, change)}
            onRemove={() => onChange(questions.filter(({ id }) => id !== one.id))}
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
  one: WrittenVideoQuestion
  number: number
  duration: number
  open: boolean
  onToggle: () => void
  onEdit: (change: Partial<WrittenVideoQuestion>) => void
  onRemove: () => void
}

const Row = ({ one, number, duration, open, onToggle, onEdit, onRemove }: RowProps) => {
  const { t } = useTranslation('course-builder/video-questions')
  const body = useId()
  const question = questionOf(one)
  const name = t('question', { number })
  return (
    <li className="card">
      <div className="flex items-center gap-1 p-2">
        <QuestionLine
          question={question}
          about={
            <>
              {name} · <bdi className="tabular-nums">{clockOf(one.second)}</bdi>
              {one.required && <> · {t('mustAnswer')}</>}
            </>
          }
          open={open}
          body={body}
          onToggle={onToggle}
        />
        <IconButton
          label={t('remove', { name })}
          icon={<Trash aria-hidden="true" size={18} />}
          onClick={onRemove}
        />
      </div>
      <div id={body} hidden={!open}>
        {open && (
          <>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-4">
              <label className="flex items-center gap-3 text-sm text-ink">
                {t('stopsAt')}
                <TimeInput
                  label={t('stopsAtOf', { name })}
                  seconds={one.second}
                  max={duration > 0 ? duration : Infinity}
                  onChange={(second) => onEdit({ second })}
                />
              </label>
              <Checkbox
                label={t('required')}
                checked={one.required}
                onChange={(event) => onEdit({ required: event.target.checked })}
              />
            </div>
            <QuestionForm
              question={question}
              counts={false}
              onChange={(next) => onEdit({ question: asWritten(next) })}
            />
          </>
        )}
      </div>
    </li>
  )
}
