import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { questionKinds, QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { copyOf, moved, newQuestion, totalPoints, type Question } from '../../model/questions.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { QuestionFiles } from '../import/QuestionFiles.tsx'

/** Arrives beside the editor: few quizzes are read from files. */

type Props = { questions: readonly Question[]; onChange: (questions: Question[]) => void }
/** A question without an id of its own yet still is the same one from one key press to the next. */
type Row = { key: string; question: Question }

const rowOf = (question: Question): Row => ({ key: crypto.randomUUID(), question })

/** The questions of a quiz, one open at a time. What is passed in later is not read again: give another `key`. */
export const QuestionList = ({ questions, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const [rows, setRows] = useState(() => questions.map(rowOf))
  const [open, setOpen] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const added = useRef(false)
  const set = (next: Row[]) => {
    setRows(next)
    onChange(next.map(({ question }) => question))
  }
  const insert = (at: number, row: Row) => {
    set([...rows.slice(0, at), row, ...rows.slice(at)])
    setOpen(row.key)
  }
  const full = rows.length >= QUESTIONS_MAX
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="text-lg font-semibold">{t('quiz.questions')}</h3>
          <p className="text-sm text-ink-muted">
            {t('quiz.count', { count: rows.length })} ·{' '}
            {t('quiz.totalPoints', { count: totalPoints(rows.map(({ question }) => question)) })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <QuestionFiles
            questions={rows.map(({ question }) => question)}
            onAdd={(added) => set([...rows, ...added.map(rowOf)])}
          />
          <Menu
            trigger={
              <Button variant="secondary" disabled={full} icon={<Plus aria-hidden="true" size={18} />}>
                {t('quiz.add')}
              </Button>
            }
            items={questionKinds.map((kind) => ({
              id: kind,
              label: t(`quiz.kinds.${kind}`),
              onSelect: () => {
                added.current = true
                insert(rows.length, rowOf(newQuestion(kind)))
              },
            }))}
            finalFocus={() => {
              // One goes on with writing the new question, the only one that is open.
              const prompt = added.current && list.current?.querySelector('textarea')
              added.current = false
              return prompt || true
            }}
          />
        </div>
      </div>
      {rows.length === 0 && <EmptyState title={t('quiz.empty')} text={t('quiz.emptyHint')} />}
      <ol ref={list} className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <QuestionCard
            key={row.key}
            question={row.question}
            index={index}
            count={rows.length}
            open={open === row.key}
            onToggle={() => setOpen(open === row.key ? null : row.key)}
            onChange={(question) =>
              set(rows.map((each) => (each.key === row.key ? { ...each, question } : each)))
            }
            onMove={(to) => {
              set(moved(rows, index, to))
              setSaid(t('move.done', { position: to + 1, total: rows.length }))
            }}
            onCopy={() => {
              if (!full) insert(index + 1, rowOf(copyOf(row.question)))
            }}
            onRemove={() => set(rows.filter((each) => each.key !== row.key))}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}
