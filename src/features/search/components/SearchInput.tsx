import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { SEARCH_ALL_MAX_CHARS } from '#contract/search/search.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

type Props = {
  text: string
  onText: (text: string) => void
  isPanel: boolean
  /** Null while there is no list. */
  listId: string | null
  activeId: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** The field of the combobox; the list stands below it. */
export const SearchInput = ({ text, onText, isPanel, listId, activeId, onKeyDown, ref }: Props) => {
  const { t } = useTranslation('search')
  return (
    <div
      role="search"
      className={cx(
        'relative flex shrink-0 items-center gap-1 ps-4 pe-1.5',
        isPanel
          ? 'border-b border-line'
          : 'rounded-xl border border-line-strong bg-surface-raised focus-within:border-focus focus-within:ring-2 focus-within:ring-focus',
      )}
    >
      <Search aria-hidden="true" size={20} className="shrink-0 text-ink-muted" />
      <input
        ref={ref}
        type="text"
        role="combobox"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SEARCH_ALL_MAX_CHARS}
        value={text}
        placeholder={t('label')}
        aria-label={t('label')}
        aria-expanded={listId !== null}
        aria-controls={listId ?? undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        className="h-14 min-w-0 flex-1 bg-transparent px-2 text-base text-ink outline-none placeholder:text-ink-muted placeholder-shown:[direction:inherit]"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <IconButton label={t('clear')} icon={<X aria-hidden="true" size={18} />} onClick={() => onText('')} />
      )}
    </div>
  )
}
