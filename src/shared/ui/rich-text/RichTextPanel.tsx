import { useEffect, useRef, useState } from 'react'
import { codeLanguageClass, isSafeLink } from '#contract/html.ts'
import { Field } from '../Field.tsx'
import { TextArea, TextInput } from '../TextInput.tsx'
import { FormulaFields } from './FormulaFields.tsx'
import { putFormula } from './formula.ts'
import { Buttons, selectedText, swallowEnter, type PanelProps } from './panel-parts.tsx'

export type Panel = 'code' | 'formula' | 'link' | 'image'
type Props = PanelProps & { panel: Panel }

/** Offered beside free typing. */
const LANGUAGES = ['python', 'javascript', 'typescript', 'sql', 'html', 'css', 'java', 'json', 'bash']
const ALT_MAX = 300

/** Asks for what a code block, a formula, a link or a picture needs, between the tools and the text. */
export const RichTextPanel = (props: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape gives up, wherever the focus is inside
    <div
      ref={box}
      className="flex flex-col gap-3 border-b border-line p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        props.onClose()
      }}
    >
      {props.panel === 'code' && <CodeFields {...props} />}
      {props.panel === 'formula' && <FormulaFields {...props} />}
      {props.panel === 'link' && <LinkFields {...props} />}
      {props.panel === 'image' && <ImageFields {...props} />}
    </div>
  )
}

const CodeFields = ({ editor, text, onClose }: PanelProps) => {
  const [language, setLanguage] = useState('')
  const [code, setCode] = useState(() => selectedText(editor))
  const name = language.trim().toLowerCase()
  const wrong = name !== '' && !codeLanguageClass.test(`language-${name}`)
  const insert = () => {
    if (code.trim() === '' || wrong) return
    if (name === 'math' && 'formulaBlock' in editor.schema.nodes) {
      putFormula(editor, { tex: code.trim(), block: true })
      return onClose()
    }
    // A text node: angle brackets stay characters.
    const block = {
      type: 'codeBlock',
      attrs: { language: name || null },
      content: [{ type: 'text', text: code.replace(/\r\n?/g, '\n') }],
    }
    editor
      .chain()
      .focus()
      .insertContent([block, { type: 'paragraph' }])
      .run()
    onClose()
  }
  return (
    <>
      <Field label={text('codeLanguage')} error={wrong ? text('codeLanguageInvalid') : null}>
        {(control) => (
          <>
            <TextInput
              {...control}
              dir="ltr"
              list={`${control.id}-list`}
              value={language}
              placeholder="python"
              onChange={(event) => setLanguage(event.target.value)}
              onKeyDown={swallowEnter}
            />
            <datalist id={`${control.id}-list`}>
              {LANGUAGES.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={text('codeText')}>
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Buttons text={text} deed="insert" disabled={code.trim() === ''} onDeed={insert} onClose={onClose} />
    </>
  )
}

const LinkFields = ({ editor, text, onClose }: PanelProps) => {
  const [address, setAddress] = useState(() => (editor.getAttributes('link') as { href?: string }).href ?? '')
  const [wrong, setWrong] = useState(false)
  const marked = editor.isActive('link')
  const insert = () => {
    const href = completed(address)
    if (href === null) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !marked)
      chain
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <>
      <Field label={text('linkAddress')} error={wrong ? text('linkInvalid') : null}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            value={address}
            placeholder="https://"
            onChange={(event) => {
              setAddress(event.target.value)
              setWrong(false)
            }}
            onKeyDown={(event) => {
              swallowEnter(event)
              if (event.key === 'Enter') insert()
            }}
          />
        )}
      </Field>
      <Buttons
        text={text}
        deed="insert"
        disabled={address.trim() === ''}
        onDeed={insert}
        onClose={onClose}
        {...(marked ? { removal: 'unlink' as const, onRemove: remove } : {})}
      />
    </>
  )
}

/** What the picture shows, for who does not see it. */
const ImageFields = ({ editor, text, onClose }: PanelProps) => {
  const [alt, setAlt] = useState(() => (editor.getAttributes('image') as { alt?: string | null }).alt ?? '')
  const apply = () => {
    editor.chain().updateAttributes('image', { alt: alt.trim() }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().deleteSelection().run()
    onClose()
  }
  return (
    <>
      <Field label={text('imageAlt')} hint={text('imageAltHint')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={ALT_MAX}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={(event) => {
              swallowEnter(event)
              if (event.key === 'Enter') apply()
            }}
          />
        )}
      </Field>
      <Buttons
        text={text}
        deed="apply"
        onDeed={apply}
        onClose={onClose}
        removal="removeImage"
        onRemove={remove}
      />
    </>
  )
}

/** `example.org` means https; what is no web or mail address is none at all. */
const completed = (typed: string): string | null => {
  const address = typed.trim()
  const href = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  return address !== '' && !/\s/.test(address) && isSafeLink(href) ? href : null
}
