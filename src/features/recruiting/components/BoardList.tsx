import { useTranslation } from 'react-i18next'
import type { BoardCard } from '#contract/job-applications/pipeline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { isMovable } from '../model/board.ts'
import type { BoardFilters } from '../model/recruit-filters.ts'
import type { BoardParts } from './board-parts.ts'
import { CardMenuButton } from './CardMenu.tsx'
import { Stars } from './Stars.tsx'

const ROWS_PER_PAGE = 25
/** All rows at once would hold the page. */
const ROWS_PER_FRAME = 5

const useColumns = ({ selected, menu, onSelect, onOpen }: BoardParts): Column<BoardCard>[] => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  return [
    {
      key: 'name',
      title: t('list.name'),
      names: true,
      cell: (card) => (
        <span className="flex items-center gap-2">
          <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              checked={selected.has(card.id)}
              disabled={!isMovable(card)}
              aria-label={t('board.select', { name: card.name })}
              className="size-5 cursor-pointer accent-primary"
              onChange={(event) => onSelect(card.id, event.target.checked)}
            />
          </label>
          <button
            type="button"
            className="min-h-11 min-w-0 truncate text-start font-medium text-primary-text hover:underline"
            onClick={() => onOpen(card.id)}
          >
            <bdi>{card.name}</bdi>
          </button>
        </span>
      ),
    },
    { key: 'state', title: t('list.state'), cell: (card) => t(`states.${card.state}`) },
    { key: 'applied', title: t('list.applied'), cell: (card) => formatDate(card.applied_at, language) },
    {
      key: 'rating',
      title: t('list.rating'),
      cell: (card) => (card.rating === null ? '–' : <Stars rating={card.rating} />),
    },
    {
      key: 'move',
      title: t('list.move'),
      end: true,
      cell: (card) => <CardMenuButton card={card} menu={menu} />,
    },
  ]
}

type Props = BoardParts & { list: ListFilters<Omit<BoardFilters, 'search' | 'page'>> }

/** The applications as a table of pages; filters and page stand in the address. */
export const BoardList = (props: Props) => {
  const { t } = useTranslation('recruiting')
  const { cards, list } = props
  const columns = useColumns(props)
  const { page } = list.filters
  return (
    <div className="flex flex-col gap-5">
      <ListStates
        rows={cards.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE)}
        texts={{
          loading: t('board.loading'),
          failed: t('board.failed'),
          empty: { title: t('board.empty') },
          none: t('board.none'),
        }}
        isNarrowed={list.isNarrowed}
        onClear={list.clear}
      >
        {(rows) => (
          <RowTable
            label={t('board.label')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            rowsPerFrame={ROWS_PER_FRAME}
          />
        )}
      </ListStates>
      <Pagination
        page={page}
        pages={Math.ceil(cards.length / ROWS_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previous'),
          next: t('list.next'),
          page: (number) => t('list.page', { number }),
        }}
        onPage={(number) => list.change({ page: number })}
      />
    </div>
  )
}
