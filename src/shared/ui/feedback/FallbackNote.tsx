import Languages from 'lucide-react/icons/languages'
import type { Language } from '#contract/languages.ts'
import { cx } from '#src/shared/lib/cx.ts'

type Props = {
  /** The language of the text; without it nothing is shown. */
  written: Language | undefined
  /** The language of the reader. */
  reads: Language
  /** "Not translated yet. Shown in {{language}}." */
  text: (language: string) => string
  className?: string
}

/** Names the language of a text that has no translation. */
export const FallbackNote = ({ written, reads, text, className }: Props) => {
  if (!written || written === reads) return null
  const name = new Intl.DisplayNames([reads], { type: 'language' }).of(written) ?? written
  return (
    <p className={cx('flex items-center gap-2 text-sm text-ink-muted', className)}>
      <Languages aria-hidden="true" size={16} className="shrink-0" />
      {text(name)}
    </p>
  )
}
