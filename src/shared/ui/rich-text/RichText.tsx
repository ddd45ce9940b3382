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
  /** HTML; empty where there is nothing. Read once: give another `key` to start from another text. */
  value: string
  onChange: (html: string) => void
  kind: HtmlKind
  /** The user's own words for the tools. */
  text: (key: RichTextKey) => string
  /** Stores a chosen, pasted or dropped picture and answers its address. */
  onImage: (file: File) => Promise<string>
  /** Ctrl or Cmd and Enter. */
  onSubmit?: () => void
}

/** The same as long as the field is: the editor is drawn anew for none of what its own letters change around it. */
export type RichTextHandlers = {
  value: string
  onChange: (html: string) => void
  onImage: (file: File) => Promise<string>
  /** Whether somebody wanted to know. */
  onSubmit: () => boolean
}

/** The editor for text with structure, fetched when somebody writes. */
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
      <Suspense fallback={<Shape />}>
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

/** The size of what arrives. */
const Shape = () => (
  <div aria-busy="true" className="control flex min-h-72 flex-col justify-end">
    <SkeletonText lines={4} />
  </div>
)
