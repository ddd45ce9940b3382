import IndentDecrease from 'lucide-react/icons/indent-decrease'
import IndentIncrease from 'lucide-react/icons/indent-increase'
import Undo from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { CodeKind } from '#contract/problems.ts'
import type { EditorHandle } from './CodeEditor.tsx'

/** What phone keyboards hide behind a second or third layer. */
const KEYS: Record<CodeKind, readonly string[]> = {
  python: ['(', ')', '[', ']', '{', '}', ':', '=', '"', "'", '_', '#', '<', '>', '+', '-', '*', '/', '%'],
  javascript: [
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ';',
    '=',
    '=>',
    '"',
    "'",
    '`',
    '<',
    '>',
    '+',
    '-',
    '*',
    '/',
    '!',
    '&',
    '|',
  ],
  sql: ['(', ')', ',', '*', "'", '=', '<', '>', ';', '_', '.', '%'],
}
const KEY =
  'grid h-11 min-w-11 shrink-0 place-items-center rounded-md border border-line bg-surface-raised px-2 font-mono text-base text-ink hover:border-line-strong'

type Props = { language: CodeKind; editor: () => EditorHandle | null }

/** A row of keys under the editor, for screens without a keyboard; it scrolls by itself. */
export const KeyRow = ({ language, editor }: Props) => {
  const { t } = useTranslation('course-player/problem')
  // The editor keeps the focus, so the phone's keyboard stays open.
  const still = (event: { preventDefault: () => void }) => event.preventDefault()
  return (
    <div
      role="toolbar"
      aria-label={t('keys.label')}
      dir="ltr"
      className="flex gap-1.5 overflow-x-auto py-2 lg:pointer-fine:hidden"
    >
      <button
        type="button"
        className={KEY}
        aria-label={t('keys.indent')}
        onPointerDown={still}
        onClick={() => editor()?.indent(true)}
      >
        <IndentIncrease aria-hidden="true" size={18} />
      </button>
      <button
        type="button"
        className={KEY}
        aria-label={t('keys.outdent')}
        onPointerDown={still}
        onClick={() => editor()?.indent(false)}
      >
        <IndentDecrease aria-hidden="true" size={18} />
      </button>
      <button
        type="button"
        className={KEY}
        aria-label={t('keys.undo')}
        onPointerDown={still}
        onClick={() => editor()?.undo()}
      >
        <Undo aria-hidden="true" size={18} />
      </button>
      {KEYS[language].map((key) => (
        <button
          key={key}
          type="button"
          className={KEY}
          onPointerDown={still}
          onClick={() => editor()?.insert(key)}
        >
          {key}
        </button>
      ))}
    </div>
  )
}
