// Loaded into a portal before it starts: it logs each part of a page that it draws once, and whether it had kept it.
import { LRUCache } from "lru-cache";

const { get } = LRUCache.prototype;
LRUCache.prototype.get = function (part, ...options) {
  const known = get.call(this, part, ...options);
  // Of the caches that are bounded by size, a portal with a host of its own asks this one alone in this way.
  if (this.maxSize > 0) {
    const line = JSON.stringify({ part, isKept: known !== undefined });
    process.stdout.write(`${line}\n`);
  }
  return known;
};
