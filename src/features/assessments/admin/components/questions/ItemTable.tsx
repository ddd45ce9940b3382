import Pencil from 'lucide-react/icons/pencil'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { letters } from '#contract/assessments/shapes.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { isKnownPath } from '#src/core/routes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { discriminationLevel, letterShares } from '../../model/item-analysis.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'

const TONES = { good: 'success', fair: 'neutral', weak: 'warning', negative: 'error' } as const

type Props = { items: readonly ItemAnalysis[]; onCorrectKey: (item: ItemAnalysis) => void }

/** One row per question: difficulty, discrimination and chosen options. */
export const ItemTable = ({ items, onCorrectKey }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language, percent } = useLocalized()
  const formatTwoDecimals = (value: number) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }).format(value)
  const columns: Column<ItemAnalysis>[] = [
    { key: 'question', title: t('items.question'), names: true, cell: (item) => <Question item={item} /> },
    {
      key: 'difficulty',
      title: t('items.difficulty'),
      end: true,
      cell: (item) => (
        <span>
          {item.difficulty === null ? '–' : percent(item.difficulty * 100)}
          <span className="block text-xs text-ink-muted">
            {t('summary.attempts', { count: item.attempts })}
          </span>
        </span>
      ),
    },
    {
      key: 'discrimination',
      title: t('items.discrimination'),
      end: true,
      cell: (item) =>
        item.discrimination === null ? (
          '–'
        ) : (
          <span className="inline-flex flex-col items-end gap-1">
            <span dir="ltr">{formatTwoDecimals(item.discrimination)}</span>
            <Badge tone={TONES[discriminationLevel(item.discrimination)]}>
              {t(`items.word.${discriminationLevel(item.discrimination)}`)}
            </Badge>
          </span>
        ),
    },
    { key: 'chosen', title: t('items.chosen'), wide: true, cell: (item) => <ChosenShares item={item} /> },
    {
      key: 'answerKey',
      title: t('items.key'),
      cell: (item) => (
        <Button
          variant="secondary"
          size="sm"
          icon={<Pencil aria-hidden="true" size={16} />}
          aria-label={t('items.mendOf', { id: item.question_id })}
          onClick={() => onCorrectKey(item)}
        >
          {t('items.mend')}
        </Button>
      ),
    },
  ]
  return (
    <RowTable
      label={t('items.label')}
      columns={columns}
      rows={items}
      keyOf={(item) => `${item.question_id}.${item.version}`}
    />
  )
}

const Question = ({ item }: { item: ItemAnalysis }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  const hasBankAccess = isKnownPath(adminPaths.questionBank)
  return (
    <div className="flex min-w-0 flex-col gap-1.5 @3xl:max-w-md">
      <span className="line-clamp-3 text-ink">
        <QuestionText text={local(item.prompt, item.main_language)} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
        <bdi>{local(item.topic.name)}</bdi>
        {hasBankAccess ? (
          <Link
            to={`${adminPaths.questionBank}?question=${item.question_id}`}
            className="inline-flex min-h-6 items-center text-primary-text hover:underline pointer-coarse:min-h-11"
          >
            {t('items.inBank', { id: item.question_id, version: item.version })}
          </Link>
        ) : (
          <span>{t('items.inBank', { id: item.question_id, version: item.version })}</span>
        )}
        {item.suspicious && <Badge tone="error">{t('items.suspicious')}</Badge>}
        {item.newest_right !== null && <Badge tone="warning">{t('items.newestRight')}</Badge>}
        {item.key_corrected && <Badge tone="info">{t('items.keyCorrected')}</Badge>}
      </span>
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-primary-text hover:underline pointer-coarse:min-h-11">
          {t('items.options')}
        </summary>
        <Options item={item} />
      </details>
    </div>
  )
}

/** The choices of all learners, of the best 27 % and of the weakest 27 %. */
const Options = ({ item }: { item: ItemAnalysis }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local, number } = useLocalized()
  const head = 'px-2 py-1.5 text-end font-medium'
  const cell = 'px-2 py-1.5 text-end tabular-nums'
  return (
    <table className="mt-2 w-full text-xs">
      <thead>
        <tr className="border-b border-line text-ink-muted">
          <th scope="col" className="py-1.5 text-start font-medium">
            {t('items.option')}
          </th>
          <th scope="col" className={head}>
            {t('items.all')}
          </th>
          <th scope="col" className={head}>
            {t('items.upper')}
          </th>
          <th scope="col" className={head}>
            {t('items.lower')}
          </th>
        </tr>
      </thead>
      <tbody>
        {letters.map((letter, index) => (
          <tr key={letter} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 text-start font-normal text-ink">
              <span className="font-semibold">{letter}</span>{' '}
              <QuestionText
                text={local(item.options[index] ?? {}, item.main_language)}
                className="inline-block align-top"
              />{' '}
              {item.right.includes(letter) && <Badge tone="success">{t('answers.right')}</Badge>}
            </th>
            <td className={cell}>{number(item.chosen[letter])}</td>
            <td className={cell}>{number(item.upper[letter])}</td>
            <td className={cell}>{number(item.lower[letter])}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1.5 text-start font-normal text-ink-muted">
            {t('items.noAnswer')}
          </th>
          <td className={cell}>{number(item.chosen.none)}</td>
          <td className={cell}>{number(item.upper.none)}</td>
          <td className={cell}>{number(item.lower.none)}</td>
        </tr>
      </tbody>
    </table>
  )
}

const ChosenShares = ({ item }: { item: ItemAnalysis }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { percent } = useLocalized()
  return (
    <ul className="flex w-full min-w-40 flex-col gap-1 text-xs">
      {letterShares(item).map(({ letter, share, right }) => (
        <li key={letter ?? 'none'} className="flex items-center gap-2">
          <span
            className={cx('w-4 text-center font-semibold', right ? 'text-success-text' : 'text-ink-muted')}
          >
            {letter ?? <span aria-hidden="true">–</span>}
            {letter === null && <span className="sr-only">{t('items.noAnswer')}</span>}
            {right && <span className="sr-only"> {t('answers.right')}</span>}
          </span>
          <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-surface-sunken">
            <span
              style={{ width: `${share * 100}%` }}
              className={cx('block h-full rounded-full', right ? 'bg-success' : 'bg-ink-muted')}
            />
          </span>
          <span className="w-12 text-end tabular-nums">{percent(share * 100)}</span>
        </li>
      ))}
    </ul>
  )
}
