import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import type { HtmlKind } from '#contract/text/html.ts'
import { SkeletonText } from '../feedback/Skeleton.tsx'
import type { RichTextKey } from './texts.ts'

const RichTextEditor = lazy(async () => ({
  default: (await import('./RichTextEditor.tsx')).RichTextEditor,
}))

export type RichTextProps = {
  label: string
  placeholder?: string
  /** HTML, or empty. Read once: pass another `key` to start from another text. */
  value: string
  onChange: (html: string) => void
  kind: HtmlKind
  /** Texts of the tools, by key. */
  text: (key: RichTextKey) => string
  /** Uploads a chosen, pasted or dropped picture and returns its URL. */
  onImage: (file: File) => Promise<string>
  /** Called on Ctrl or Cmd and Enter. */
  onSubmit?: () => void
}

/**
 * Stable for the life of the field, so that the editor does not render again for changes that its own typing
 * causes around it.
 */
export type RichTextHandlers = {
  value: string
  onChange: (html: string) => void
  onImage: (file: File) => Promise<string>
  /** Returns whether the event was handled. */
  onSubmit: () => boolean
}

/** The rich text editor; its code loads when somebody writes. */
export const RichText = (props: RichTextProps) => {
  const id = useId()
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const [handlers] = useState<RichTextHandlers>(() => ({
    value: props.value,
    onChange: (html) => latest.current.onChange(html),
    onImage: (file) => latest.current.onImage(file),
    onSubmit: () => {
      latest.current.onSubmit?.()
      return latest.current.onSubmit !== undefined
    },
  }))
  const { label, placeholder, kind, text } = props
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      <Suspense fallback={<EditorSkeleton />}>
        <RichTextEditor
          label={label}
          placeholder={placeholder}
          kind={kind}
          text={text}
          labelId={id}
          handlers={handlers}
        />
      </Suspense>
    </div>
  )
}

/** The size of the editor. */
const EditorSkeleton = () => (
  <div aria-busy="true" className="control flex min-h-72 flex-col justify-end">
    <SkeletonText lines={4} />
  </div>
)
