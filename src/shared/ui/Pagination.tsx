import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { cx } from '#src/shared/lib/cx.ts'
import { pageWindow } from '#src/shared/lib/page-window.ts'
import { IconButton } from './IconButton.tsx'

type Props = {
  page: number
  pages: number
  onPage: (page: number) => void
  texts: { label: string; previous: string; next: string; page: (page: number) => string }
}

/** Renders nothing for a single page. */
export const Pagination = ({ page, pages, onPage, texts }: Props) => {
  if (pages <= 1) return null
  return (
    <nav aria-label={texts.label} className="mt-6 flex items-center justify-center gap-1">
      <IconButton
        label={texts.previous}
        disabled={page <= 1}
        icon={<ChevronLeft aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
        onClick={() => onPage(page - 1)}
      />
      <ol className="flex items-center gap-1">
        {pageWindow(page, pages).map((number, index) => (
          <li
            key={number ?? `gap-${index}`}
            // At 320 px there is room for four numbers, or for the first, the last and the current one between gaps.
            className={
              pages > 4 && (number === page - 1 || number === page + 1) ? 'max-[420px]:hidden' : undefined
            }
          >
            {number === null ? (
              <span className="px-1 text-ink-muted">…</span>
            ) : (
              <button
                type="button"
                aria-label={texts.page(number)}
                aria-current={number === page ? 'page' : undefined}
                className={cx(
                  'size-11 rounded-lg text-sm font-medium tabular-nums',
                  number === page ? 'bg-primary text-on-primary' : 'text-ink hover:bg-surface-sunken',
                )}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            )}
          </li>
        ))}
      </ol>
      <IconButton
        label={texts.next}
        disabled={page >= pages}
        icon={<ChevronRight aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
