import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TopDialog } from '#src/shared/ui/overlays/TopDialog.tsx'
import { SearchBox } from './SearchBox.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** The search over the page, for a keyboard and a pointer. */
export const SearchPanel = ({ open, onOpenChange }: Props) => {
  const { t } = useTranslation('search')
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const change = (next: boolean) => {
    if (!next) setText('')
    onOpenChange(next)
  }
  return (
    <TopDialog open={open} onOpenChange={change} title={t('title')} initialFocus={input}>
      <SearchBox ref={input} isPanel text={text} onText={setText} onLeave={() => change(false)} />
      <Keys />
    </TopDialog>
  )
}

const KEY = 'rounded border border-line-strong bg-surface-sunken px-1.5 py-0.5 font-sans text-xs'

/** Which keys do what; a touch screen has none. */
const Keys = () => {
  const { t } = useTranslation('search')
  return (
    <p
      aria-hidden="true"
      className="hidden shrink-0 items-center gap-4 border-t border-line px-4 py-2.5 text-xs text-ink-muted sm:flex pointer-coarse:hidden"
    >
      <span className="flex items-center gap-1.5">
        <kbd className={KEY}>↑</kbd>
        <kbd className={KEY}>↓</kbd>
        {t('keys.choose')}
      </span>
      <span className="flex items-center gap-1.5">
        <kbd className={KEY}>↵</kbd>
        {t('keys.open')}
      </span>
      <span className="flex items-center gap-1.5">
        <kbd className={KEY}>Esc</kbd>
        {t('keys.close')}
      </span>
    </p>
  )
}
