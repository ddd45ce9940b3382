import { useState } from 'react'
import { codeLanguageClass, isSafeLink } from '#contract/text/html.ts'
import { Field } from '../forms/Field.tsx'
import { TextArea, TextInput } from '../forms/TextInput.tsx'
import { Buttons, selectedText, swallowEnter, type FieldsProps } from './panel-parts.tsx'

type CodeKey = 'codeLanguage' | 'codeLanguageInvalid' | 'codeText' | 'insert' | 'cancel'
type LinkKey = 'linkAddress' | 'linkInvalid' | 'insert' | 'unlink' | 'cancel'
/** What both of them say, by id. */
export type InsertKey = CodeKey | LinkKey

/** Offered beside free typing. */
const LANGUAGES = ['python', 'javascript', 'typescript', 'sql', 'html', 'css', 'java', 'json', 'bash']

type CodeProps = FieldsProps<CodeKey> & {
  /** Said beside the language, which may stay empty. */
  optional?: string
  /** Whether the code was put in as something else than code, by its language. */
  asOther?: (language: string, code: string) => boolean
}

/** The language and the lines of a code block. */
export const CodeFields = ({ editor, text, optional, asOther, onClose }: CodeProps) => {
  const [language, setLanguage] = useState('')
  const [code, setCode] = useState(() => selectedText(editor))
  const name = language.trim().toLowerCase()
  const wrong = name !== '' && !codeLanguageClass.test(`language-${name}`)
  const insert = () => {
    if (code.trim() === '' || wrong) return
    if (asOther?.(name, code.trim())) return onClose()
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
      <Field
        label={text('codeLanguage')}
        error={wrong ? text('codeLanguageInvalid') : null}
        {...(optional ? { optionalLabel: optional } : {})}
      >
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
      <Buttons
        text={text}
        action="insert"
        disabled={code.trim() === ''}
        onAction={insert}
        onClose={onClose}
      />
    </>
  )
}

/** Where the marked words, or the address itself, lead. */
export const LinkFields = ({ editor, text, onClose }: FieldsProps<LinkKey>) => {
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
        action="insert"
        disabled={address.trim() === ''}
        onAction={insert}
        onClose={onClose}
        {...(marked ? { removal: 'unlink' as const, onRemove: remove } : {})}
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
