import { useState } from 'react'
import { isCourseLink } from '#contract/text/course-links.ts'
import { codeLanguageClass, isSafeLink } from '#contract/text/html.ts'
import { Field } from '../forms/Field.tsx'
import { TextArea, TextInput } from '../forms/TextInput.tsx'
import { PanelButtons, selectedText, swallowEnter, type FieldsProps } from './panel-parts.tsx'

type CodeKey = 'codeLanguage' | 'codeLanguageInvalid' | 'codeText' | 'insert' | 'cancel'
type LinkKey = 'linkAddress' | 'linkInvalid' | 'insert' | 'unlink' | 'cancel'
/** Text keys of both forms. */
export type InsertKey = CodeKey | LinkKey

/** Suggestions; any other language can be typed. */
const LANGUAGES = ['python', 'javascript', 'typescript', 'sql', 'html', 'css', 'java', 'json', 'bash']

type CodeProps = FieldsProps<CodeKey> & {
  /** Shown beside the language field, which may stay empty. */
  optional?: string
  /** Inserts the code as another node if its language asks for that; returns whether it did. */
  insertAsOther?: (language: string, code: string) => boolean
}

/** The form for a code block. */
export const CodeFields = ({ editor, text, optional, insertAsOther, onClose }: CodeProps) => {
  const [language, setLanguage] = useState('')
  const [code, setCode] = useState(() => selectedText(editor))
  const name = language.trim().toLowerCase()
  const isInvalid = name !== '' && !codeLanguageClass.test(`language-${name}`)
  const insert = () => {
    if (code.trim() === '' || isInvalid) return
    if (insertAsOther?.(name, code.trim())) return onClose()
    // A text node, so that angle brackets stay characters.
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
        error={isInvalid ? text('codeLanguageInvalid') : null}
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
      <PanelButtons
        text={text}
        action="insert"
        disabled={code.trim() === ''}
        onAction={insert}
        onClose={onClose}
      />
    </>
  )
}

/** The form for a link on the selected text, or on the address itself. */
export const LinkFields = ({ editor, text, onClose }: FieldsProps<LinkKey>) => {
  const [address, setAddress] = useState(() => (editor.getAttributes('link') as { href?: string }).href ?? '')
  const [isInvalid, setIsInvalid] = useState(false)
  const isLinked = editor.isActive('link')
  const insert = () => {
    const href = toHref(address)
    if (href === null) return setIsInvalid(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !isLinked)
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
      <Field label={text('linkAddress')} error={isInvalid ? text('linkInvalid') : null}>
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
              setIsInvalid(false)
            }}
            onKeyDown={(event) => {
              swallowEnter(event)
              if (event.key === 'Enter') insert()
            }}
          />
        )}
      </Field>
      <PanelButtons
        text={text}
        action="insert"
        disabled={address.trim() === ''}
        onAction={insert}
        onClose={onClose}
        {...(isLinked ? { removal: 'unlink' as const, onRemove: remove } : {})}
      />
    </>
  )
}

/** Adds https to a bare domain; null for anything that is no web or mail address. */
const toHref = (typed: string): string | null => {
  const address = typed.trim()
  if (isCourseLink(address)) return address
  const href = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  return address !== '' && !/\s/.test(address) && isSafeLink(href) ? href : null
}
