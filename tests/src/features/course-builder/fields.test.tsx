import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { beginUpload, finishUpload } from '#contract/course-builder/uploads.ts'
import type { CourseDocument, ItemContent } from '#contract/course-builder/draft.ts'
import { newItem } from '#src/features/course-builder/model/new-nodes.ts'
import { failWith, fakeCall } from '#tests/support/web/msw.ts'
import type { RenderOptions } from '#tests/support/web/render.tsx'
import { aDocument, anItem, withItems } from './factory.ts'
import { chooseFile, openBuilder } from './open-builder.tsx'

const openFields = (document: CourseDocument, at: string, options?: RenderOptions) =>
  openBuilder(`?at=${at}`, { document }, options)
const withItem = (content: ItemContent) => withItems(anItem({ content }))

describe('whole number field', () => {
  it('allows emptying and retyping, and reports a value out of range', async () => {
    const { user } = await openFields(aDocument(), 'item-lesson')
    const minutes = await screen.findByRole('textbox', { name: 'Minutes' })
    expect(minutes).toHaveValue('2')

    await user.clear(minutes)
    expect(minutes).toHaveValue('')
    await user.type(minutes, '1441')
    expect(minutes).toHaveAccessibleDescription('Enter a whole number from 0 to 1,440.')
    await user.tab()
    expect(minutes).toHaveValue('1441')

    await user.clear(minutes)
    await user.type(minutes, '१२')
    expect(minutes).not.toHaveAccessibleDescription()
    await user.tab()
    // Stored digits are Latin, like those of the other texts.
    expect(minutes).toHaveValue('12')
  })

  it('shows the last valid value again when an empty required field is left', async () => {
    const { user } = await openFields(aDocument(), 'item-lesson')
    const minutes = await screen.findByRole('textbox', { name: 'Minutes' })
    await user.clear(minutes)
    await user.tab()
    expect(minutes).toHaveValue('2')
  })
})

describe('texts in another language', () => {
  it('shows for each missing translation what learners see instead', async () => {
    const texts = {
      en: { title: 'SQL', description: 'Asking', objectives: ['Ask'], features: [], requirements: [] },
      hi: { title: 'एसक्यूएल', description: '', objectives: [], features: [], requirements: [] },
    }
    const { user } = await openFields(aDocument({ texts }), 'settings')
    const features = await screen.findByRole('textbox', { name: 'What the course includes' })
    expect(features).toHaveAccessibleDescription(/chosen from the words of the title/)

    await user.click(screen.getByRole('radio', { name: 'Hindi' }))

    const textbox = (name: string) => screen.getByRole('textbox', { name })
    const fallback = /Not translated: shown in English/
    expect(textbox('Description')).toHaveAccessibleDescription(fallback)
    expect(textbox('What learners will be able to do')).toHaveAccessibleDescription(fallback)
    expect(textbox('Title')).toHaveAccessibleDescription('SQL')
    expect(textbox('Description')).toHaveAccessibleDescription(/^Asking/)
    expect(textbox('What the course includes')).toHaveAccessibleDescription('One per line.')
  })

  it('replaces the fallback note in place once a translation is written', async () => {
    const { user } = await openFields(aDocument(), 'settings')
    await user.click(await screen.findByRole('radio', { name: 'Hindi' }))
    const note = screen.getByText('Not translated yet: learners see the texts in English.')

    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'क')
    expect(await screen.findByText('Translated into Hindi.')).toBe(note)

    await user.click(screen.getByRole('radio', { name: 'English' }))
    expect(screen.queryByText(/Translated into/)).toBeNull()
    // Nothing needs to be said the next time.
    await user.click(screen.getByRole('radio', { name: 'Hindi' }))
    expect(screen.queryByText(/Translated into|Not translated yet/)).toBeNull()
  })
})

describe('refused files', () => {
  const video = withItem({ type: 'video', sources: [], poster_url: null, captions: [], duration_seconds: 0 })
  const videoOfSize = (size: number) => {
    const file = new File(['x'], 'film.mp4', { type: 'video/mp4' })
    Object.defineProperty(file, 'size', { value: size })
    return file
  }

  it('names the size limit for a large video and sends nothing', async () => {
    const uploads = fakeCall(beginUpload, failWith('invalid_fields'))
    const { user } = await openFields(video, 'item-lesson')
    await chooseFile(user, 'Choose a video', videoOfSize(3 * 1024 ** 3))

    expect(await screen.findByText('The file is larger than 2 GB.')).toBeInTheDocument()
    expect(uploads.requests).toHaveLength(0)
  })

  it('says that the storage space is used up', async () => {
    fakeCall(beginUpload, failWith('body_too_large'))
    const { user } = await openFields(video, 'item-lesson')
    await chooseFile(user, 'Choose a video', videoOfSize(1000))

    expect(await screen.findByText(/There is no space left for files/)).toBeInTheDocument()
  })

  it('names the reason and the file of a refused package', async () => {
    const upload = { upload_id: '00000000-0000-4000-8000-000000000001', offset: 4, size: 4 }
    fakeCall(beginUpload, upload)
    const message = 'zip_bomb: big.xml'
    fakeCall(
      finishUpload,
      failWith('unsupported_media_type', {
        fields: { file: [{ code: 'invalid', message, params: { reason: 'zip_bomb', detail: 'big.xml' } }] },
      }),
    )
    const scorm = withItem(newItem('scorm').content)
    const { user } = await openFields(scorm, 'item-lesson')
    await chooseFile(user, 'Choose a SCORM package', new File(['PK..'], 'a.zip', { type: 'application/zip' }))

    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(/unpacks to far more than its size allows/)).toBeInTheDocument()
    expect(within(alert).getByText('big.xml')).toBeInTheDocument()
  })
})
