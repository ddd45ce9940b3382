/** A file in a registration: its type is what its content says, whatever it is called. */
import { FILE_MAX_BYTES } from '#contract/workshops/fields.ts'
import { AppError, invalidField } from '#server/core/http/errors.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { pdfProblem } from '#server/core/pdf/check-pdf.ts'
import { reencodePicture } from '#server/core/pictures/picture.ts'

const PDF_HEAD = '%PDF-'
/** Some programs write other bytes before the head. */
const HEAD_WITHIN = 1024

const looksLikePdf = (content: Buffer): boolean => content.subarray(0, HEAD_WITHIN).includes(PDF_HEAD)

export interface CheckedFile {
  readonly ending: string
  readonly content: Buffer
}

/** A PDF that only shows itself as it is, a picture encoded again. Throws for anything else and for more than 5 MB. */
export const checkFile = async (base64: string, field: string): Promise<CheckedFile> => {
  const content = Buffer.from(base64, 'base64')
  if (content.length > FILE_MAX_BYTES)
    throw new AppError('body_too_large', 'This file is larger than 5 MB. Choose a smaller one.')
  if (looksLikePdf(content)) {
    const problem = await pdfProblem(content)
    if (problem !== null) throw invalidField(field, fieldIssue(problem))
    return { ending: 'pdf', content }
  }
  const picture = await reencodePicture(content)
  if (!picture || picture.ending === 'gif')
    throw invalidField(field, {
      code: 'invalid',
      message: 'This file is not a PDF or a picture, or it is damaged. Choose another one.',
    })
  return picture
}
