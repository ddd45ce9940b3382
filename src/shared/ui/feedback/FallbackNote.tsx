import Languages from 'lucide-react/icons/languages'
import type { Language } from '#contract/common.ts'
import { cx } from '#src/shared/lib/cx.ts'

type Props = {
  /** What the text is written in; nothing is shown where it is what was asked for. */
  written: Language | undefined
  /** What the reader reads. */
  reads: Language
  /** "Not translated yet. Shown in {{language}}." */
  text: (language: string) => string
  className?: string
}

/** Says in which language a text is that nobody translated. */
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
