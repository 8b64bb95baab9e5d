import { z } from "zod";

/** True for a value that a shape gives back as it is. */
export type IsPlain = (value: unknown) => boolean;

/**
 * A shape that is asked only where a value is not plain. Zod makes some twenty objects of each cell that it reads, and a
 * list has thousands of cells that need no reading.
 */
export class PlainFirst<Shape extends z.ZodTypeAny> extends z.ZodType<
  z.output<Shape>,
  z.ZodTypeDef,
  z.input<Shape>
> {
  constructor(
    readonly shape: Shape,
    readonly isPlain: IsPlain,
  ) {
    super({});
  }

  override _parse(input: z.ParseInput): z.ParseReturnType<z.output<Shape>> {
    const value: unknown = input.data;
    if (!this.isPlain(value)) return this.shape._parse(input);
    // Callers may change the list they get.
    return z.OK(Array.isArray(value) ? [...(value as unknown[])] : value);
  }
}

export function plainFirst<Shape extends z.ZodTypeAny>(
  shape: Shape,
  isPlain: IsPlain,
): z.ZodType<z.output<Shape>, z.ZodTypeDef, z.input<Shape>> {
  return new PlainFirst(shape, isPlain);
}

/** What is plain to a shape; nothing is to a shape that has to read all of its values. */
function plainOf(shape: unknown): IsPlain {
  if (shape instanceof PlainFirst) return shape.isPlain;
  if (shape instanceof z.ZodOptional) return plainOf(shape.unwrap());
  if (shape instanceof z.ZodNullable) {
    const isPlain = plainOf(shape.unwrap());
    return (value) => value === null || isPlain(value);
  }
  return () => false;
}

/** An object that is read field by field only where one of its values is not plain. */
class Row<Shape extends z.ZodRawShape> extends z.ZodObject<Shape> {
  private readonly fields = Object.entries(this.shape).map(([name, shape]) => ({
    name,
    isPlain: plainOf(shape),
    isOptional: shape instanceof z.ZodOptional,
  }));

  override _parse(input: z.ParseInput): z.ParseReturnType<this["_output"]> {
    const read = this.readPlain(input.data);
    return read ? (z.OK(read) as z.OK<this["_output"]>) : super._parse(input);
  }

  private readPlain(sent: unknown): Record<string, unknown> | null {
    if (!isRecord(sent)) return null;
    const read: Record<string, unknown> = {};
    for (const { name, isPlain, isOptional } of this.fields) {
      const value = sent[name];
      if (isPlain(value)) read[name] = value;
      else if (!isOptional || name in sent) return null;
    }
    return read;
  }
}

/** The shape of a list's row, as `z.object` and to be used where the list may be long. */
export function row<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape> {
  return new Row<Shape>(z.object(shape)._def);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
