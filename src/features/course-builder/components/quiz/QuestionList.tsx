import Plus from 'lucide-react/icons/plus'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { questionKinds, QUESTIONS_MAX } from '#contract/courses/quiz.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import {
  duplicateQuestion,
  moveInList,
  newQuestion,
  totalPoints,
  type Question,
} from '../../model/questions.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { QuestionFiles } from '../import/QuestionFiles.tsx'

/** Loaded separately, because few quizzes are imported from files. */

type Props = { questions: readonly Question[]; onChange: (questions: Question[]) => void }
/** Gives a question without an id a stable key. */
type Row = { key: string; question: Question }

const rowOf = (question: Question): Row => ({ key: crypto.randomUUID(), question })

/**
 * The questions of a quiz, one open at a time. It reads `questions` only on mount: give another `key` to
 * replace them.
 */
export const QuestionList = ({ questions, onChange }: Props) => {
  const { t } = useTranslation('course-builder')
  const [rows, setRows] = useState(() => questions.map(rowOf))
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const changeRows = (next: Row[]) => {
    setRows(next)
    onChange(next.map(({ question }) => question))
  }
  const insert = (index: number, row: Row) => {
    changeRows([...rows.slice(0, index), row, ...rows.slice(index)])
    setOpenKey(row.key)
  }
  const isFull = rows.length >= QUESTIONS_MAX
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
            onAdd={(added) => changeRows([...rows, ...added.map(rowOf)])}
          />
          <AddMenu
            isFull={isFull}
            list={list}
            onAdd={(kind) => insert(rows.length, rowOf(newQuestion(kind)))}
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
            open={openKey === row.key}
            onToggle={() => setOpenKey(openKey === row.key ? null : row.key)}
            onChange={(question) =>
              changeRows(rows.map((each) => (each.key === row.key ? { ...each, question } : each)))
            }
            onMove={(to) => {
              changeRows(moveInList(rows, index, to))
              setAnnouncement(t('move.done', { position: to + 1, total: rows.length }))
            }}
            onCopy={() => {
              if (!isFull) insert(index + 1, rowOf(duplicateQuestion(row.question)))
            }}
            onRemove={() => changeRows(rows.filter((each) => each.key !== row.key))}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}

type AddProps = {
  isFull: boolean
  list: RefObject<HTMLElement | null>
  onAdd: (kind: Question['kind']) => void
}

/** Adds a question of a kind and focuses its prompt. */
const AddMenu = ({ isFull, list, onAdd }: AddProps) => {
  const { t } = useTranslation('course-builder')
  const wasAdded = useRef(false)
  return (
    <Menu
      trigger={
        <Button variant="secondary" disabled={isFull} icon={<Plus aria-hidden="true" size={18} />}>
          {t('quiz.add')}
        </Button>
      }
      items={questionKinds.map((kind) => ({
        id: kind,
        label: t(`quiz.kinds.${kind}`),
        onSelect: () => {
          wasAdded.current = true
          onAdd(kind)
        },
      }))}
      finalFocus={() => {
        // Focus the prompt of the new question, the only open one.
        const prompt = wasAdded.current && list.current?.querySelector('textarea')
        wasAdded.current = false
        return prompt || true
      }}
    />
  )
}
