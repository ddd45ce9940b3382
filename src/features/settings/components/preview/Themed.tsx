import { useLayoutEffect, useRef, type HTMLAttributes } from 'react'
import type { ThemeSettings } from '#contract/client-info/client-info.ts'
import type { Mode } from '#contract/client-info/theme-roles.ts'
import { applyTheme } from '#src/core/theme/apply-theme.ts'

type Props = HTMLAttributes<HTMLDivElement> & { theme: ThemeSettings; mode: Mode }

/** A part of the page in a theme of its own. */
export const Themed = ({ theme, mode, children, ...rest }: Props) => {
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!part.current) return
    applyTheme(theme, mode, part.current)
    part.current.style.colorScheme = mode
  }, [theme, mode])
  return (
    <div {...rest} ref={part}>
      {children}
    </div>
  )
}
