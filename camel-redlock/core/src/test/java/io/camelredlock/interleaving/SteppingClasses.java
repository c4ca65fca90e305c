// SPDX-License-Identifier: Apache-2.0
package io.camelredlock.interleaving;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the classes of one package again, as they were compiled, but with an {@link Interleavings#step} before each look at what
 * threads can share: fields that are not final, and all of {@code java.util.concurrent}. What is done inside of a monitor, or of
 * a map's {@code compute}, is one step.
 */
public final class SteppingClasses extends ClassLoader {

    private static final String STEPS = Interleavings.class.getName().replace('.', '/');

    private final String prefix;

    /** Of the package of that class. */
    public SteppingClasses(Class<?> from) {
        super(from.getClassLoader());
        prefix = from.getPackageName() + ".";
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = name.startsWith(prefix) ? define(name) : super.loadClass(name, resolve);
            }
            return loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream compiled = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (compiled == null) {
                throw new ClassNotFoundException(name);
            }
            ClassReader reader = new ClassReader(compiled);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Stepping(writer), 0);
            byte[] stepping = writer.toByteArray();
            return defineClass(name, stepping, 0, stepping.length);
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    private static final class Stepping extends ClassVisitor {

        private final Set<String> mutable = new HashSet<>();

        Stepping(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String type, @Nullable String signature, @Nullable Object value) {
            if ((access & Opcodes.ACC_FINAL) == 0) {
                mutable.add(name);
            }
            return super.visitField(access, name, type, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String type, @Nullable String signature, String @Nullable [] thrown) {
            MethodVisitor method = super.visitMethod(access, name, type, signature, thrown);
            boolean isLocked = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            return name.startsWith("<") ? method : new SteppingMethod(method, mutable, isLocked);
        }
    }

    private static final class SteppingMethod extends MethodVisitor {

        private final Set<String> mutable;
        private final boolean isLocked;

        SteppingMethod(MethodVisitor next, Set<String> mutable, boolean isLocked) {
            super(Opcodes.ASM9, next);
            this.mutable = mutable;
            this.isLocked = isLocked;
        }

        private void call(String what) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, what, "()V", false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (isLocked) {
                call("lock");
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            if (mutable.contains(name)) {
                call("step");
            }
            super.visitFieldInsn(opcode, owner, name, type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            boolean locks = name.startsWith("compute") || name.equals("merge");
            if (locks) {
                call("lock");
            } else if (isShared(owner) && !name.equals("<init>")) {
                call("step");
            }
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
            if (locks) {
                call("unlock");
            }
        }

        private static boolean isShared(String owner) {
            return owner.startsWith("java/util/concurrent/") && !owner.endsWith("TimeUnit");
        }

        @Override
        public void visitInsn(int opcode) {
            switch (opcode) {
                case Opcodes.MONITORENTER -> call("lock");
                case Opcodes.MONITOREXIT -> call("unlock");
                case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.ARETURN, Opcodes.RETURN, Opcodes.ATHROW -> {
                    if (isLocked) {
                        call("unlock");
                    }
                }
                default -> {}
            }
            super.visitInsn(opcode);
        }
    }
}
