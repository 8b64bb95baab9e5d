// Loaded into a portal before it starts: a fault of its own, which no request can cause by itself.
const { normalize } = String.prototype;
String.prototype.normalize = function (form) {
  if (/canary/i.test(this)) throw new Error(`The fault of ${this}`);
  return normalize.call(this, form);
};
