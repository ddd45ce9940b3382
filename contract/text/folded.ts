/** What counts as the same word in English, Hindi and Arabic, whoever compares: the server's search and the app's lists. */
/** Tashkeel, superscript alef and tatweel show how to read a word, not which word it is. */
const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/[آأإٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
  // हिन्दी and हिंदी, चाँद and चांद are the same words.
  [/ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])|ँ/g, 'ं'],
  // The nukta (dot below) is often left out.
  [/\u093c/g, ''],
]
/** Letters, digits and the marks that belong to them; + and # because of C++ and C#. */
export const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u200c\u200d]*[+#]{0,2}/gu

/** Removes differences that are only spelling. */
export const folded = (text: string): string => {
  let result = text.normalize('NFKC').toLowerCase().replace(ARABIC_MARKS, '')
  for (const [pattern, letter] of FOLDS) result = result.replace(pattern, letter)
  return result.replaceAll(/[\u200c\u200d]/g, '')
}
