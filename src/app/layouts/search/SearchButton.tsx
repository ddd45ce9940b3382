import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import Search from 'lucide-react/icons/search'
import { paths } from '#src/core/paths.ts'
import { SearchPanel } from '#src/features/search/index.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { isSearchKey } from './search-key.ts'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The search of the top bar: a panel from the keyboard and on wide screens, its own page on phones. */
export const SearchButton = () => {
  const { t } = useTranslation('app')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const preload = () => void SearchPanel.preload().catch(() => undefined)
  return (
    <>
      <Link to={paths.search()} aria-label={t('shell.search')} className={cx(iconButtonClass(), 'md:hidden')}>
        <Search aria-hidden="true" size={22} />
      </Link>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        className="hidden h-11 w-full max-w-80 items-center gap-2.5 rounded-lg border border-line-strong bg-surface px-3 text-start text-sm text-ink-muted transition-colors duration-150 hover:bg-surface-sunken md:flex"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" size={18} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{t('shell.search')}</span>
        <kbd
          aria-hidden="true"
          dir="ltr"
          className="hidden rounded border border-line-strong px-1.5 py-0.5 font-sans text-xs lg:inline pointer-coarse:hidden"
        >
          {isMac() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {wasOpened && (
        <Suspense>
          <SearchPanel open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
