import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BULK_PEOPLE_MAX, type BulkAction, type BulkKind } from '#contract/students/bulk.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { BulkBar } from '#src/core/lists/BulkBar.tsx'
import { BulkOutcome } from '#src/core/lists/BulkOutcome.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import type { StudentFilters } from '../../model/filters.ts'
import { inverseOf, isQuick, useQuickAction } from './bulk-action.ts'
import { Question } from './Question.tsx'
import { useBeginBulk } from './use-begin-bulk.ts'

interface Props {
  /** The chosen rows. */
  rows: readonly StudentRow[]
  /** Everybody whom the filters match, while the whole page is chosen. */
  matching: { count: number; filters: StudentFilters } | null
  mayAdminister: boolean
  onClear: () => void
  /** The job has begun with them. */
  onBegun: (bulkId: string) => void
}

const MORE = ['unenrol', 'access', 'join', 'leave', 'role', 'password', 'activate', 'deactivate'] as const

/** At the bottom of the screen while people are chosen; then what came of the action, person by person. */
export const BulkActions = ({ rows, matching, mayAdminister, onClear, onBegun }: Props) => {
  const { t } = useTranslation('students')
  const [question, setQuestion] = useState<BulkKind | null>(null)
  const [wantsAll, setWantsAll] = useState(false)
  const quick = useQuickAction(rows, () => setQuestion(null))
  const begin = useBeginBulk(onBegun)
  const all = wantsAll ? matching : null
  const count = all?.count ?? rows.length
  const act = (action: BulkAction) =>
    all || !isQuick(action) ? begin.mutate({ action, rows, all: all?.filters ?? null }) : quick.act(action)
  if (quick.done) return <Done quick={quick} done={quick.done} onClose={onClear} />
  return (
    <BulkBar
      count={count}
      texts={{
        label: t('bulk.label'),
        chosen: (number) => t('bulk.chosen', { count: number }),
        clear: t('bulk.clear'),
      }}
      onClear={onClear}
    >
      {matching && !wantsAll && <AllMatching count={matching.count} onChoose={() => setWantsAll(true)} />}
      <Button size="sm" onClick={() => setQuestion('enrol')}>
        {t('bulk.enrol')}
      </Button>
      {mayAdminister ? (
        <>
          <Button size="sm" variant="secondary" onClick={() => setQuestion('message')}>
            {t('bulk.message')}
          </Button>
          <Menu
            trigger={
              <Button size="sm" variant="secondary" icon={<Ellipsis aria-hidden="true" size={18} />}>
                {t('bulk.more')}
              </Button>
            }
            items={MORE.map((kind) => ({
              id: kind,
              label: t(`bulk.${kind}`),
              danger: kind === 'deactivate',
              onSelect: () => setQuestion(kind),
            }))}
          />
        </>
      ) : (
        <Button size="sm" variant="secondary" onClick={() => setQuestion('unenrol')}>
          {t('bulk.unenrol')}
        </Button>
      )}
      {question !== null && (
        <Question
          kind={question}
          count={count}
          rows={all ? null : rows}
          isPending={begin.isPending || quick.isPendingOf(question)}
          onClose={() => setQuestion(null)}
          onAct={act}
        />
      )}
    </BulkBar>
  )
}

const AllMatching = ({ count, onChoose }: { count: number; onChoose: () => void }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  return count > BULK_PEOPLE_MAX ? (
    <p className="w-full text-sm text-ink-muted">
      {t('bulk.tooMany', { max: formatNumber(BULK_PEOPLE_MAX, language) })}
    </p>
  ) : (
    <Button size="sm" variant="ghost" onClick={onChoose}>
      {t('bulk.all', { count })}
    </Button>
  )
}

type Quick = ReturnType<typeof useQuickAction>
type DoneProps = { quick: Quick; done: NonNullable<Quick['done']>; onClose: () => void }

const Done = ({ quick, done, onClose }: DoneProps) => {
  const { t } = useTranslation('students')
  const inverse = inverseOf(done.action)
  const ids = done.outcome.results.filter(({ result }) => result === 'done').map(({ id }) => id)
  return (
    <BulkOutcome
      outcome={done.outcome}
      texts={{
        done: (count) => t(done.isUndo ? 'outcome.undone' : 'outcome.done', { count }),
        unchanged: (count) => t('outcome.unchanged', { count }),
        refused: (reason) => t(`outcome.${reason}`),
        close: t('close'),
      }}
      action={
        !done.isUndo &&
        ids.length > 0 && (
          <Button
            size="sm"
            variant="secondary"
            pending={quick.isPendingOf(inverse.kind)}
            onClick={() => quick.undo(inverse, ids)}
          >
            {t('bulk.undo')}
          </Button>
        )
      }
      onClose={onClose}
    />
  )
}
