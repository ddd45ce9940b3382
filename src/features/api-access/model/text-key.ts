/** A point in a key of the texts would mean a deeper level. */
export type TextKey<Name extends string> = Name extends `${infer Area}.${infer Rest}`
  ? `${Area}_${Rest}`
  : Name

export const textKey = <Name extends string>(name: Name): TextKey<Name> =>
  name.replace('.', '_') as TextKey<Name>
